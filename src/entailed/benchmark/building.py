"""Tests 1 and 2 of an ontology, from its axioms to a folder; `docs/benchmark-data.md` describes the folder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from entailed.benchmark.checks import excluded
from entailed.benchmark.evidence import EvidenceFinder, plain
from entailed.benchmark.gold import GoldReasoner
from entailed.benchmark.items import Excluded, GoldEvidence, Item
from entailed.benchmark.multiple_choice import multiple_choice
from entailed.benchmark.open_questions import chosen_root, open_questions
from entailed.benchmark.revision import Revision, revise
from entailed.benchmark.source import Asking, Source
from entailed.benchmark.verbalisation import Wording
from entailed.oarag import PERSONAS
from entailed.owl import Iri, Ontology


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """What is built; the numbers are those of the paper."""

    name: str
    """Of the data set: ids begin with it."""
    seed: int = 0
    root: str | None = None
    """The class whose subclasses open questions ask for, by label or IRI; None for `chosen_root`."""
    per_slot: int = 100
    open: int = 200
    wording: Wording = Wording.LITERAL
    """Of the restrictions that become text in test 2."""
    persona: str = "general"
    """A key of `oarag.PERSONAS`."""
    language: str = "en"
    """Of the labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """Two tests that share their questions."""

    options: BuildOptions
    source: Source
    root: Iri
    revision: Revision
    test1: tuple[Item, ...]
    test2: tuple[Item, ...]
    excluded: Sequence[Excluded]
    """The items of test 1 that are not in test 2."""


def build_data_set(
    ontology: Ontology, options: BuildOptions, *, progress: Callable[[str], None] = lambda stage: None
) -> DataSet:
    """Build tests 1 and 2. The same ontology and options give the same data set.

    Args:
        ontology: Told axioms.
        options: What is built.
        progress: Called with a few words as each stage begins.

    Raises:
        EntailedError: There is no such root, or no branch that questions can be asked of.
        InconsistentOntologyError: The axioms contradict each other.
    """
    progress("reasoning for gold answers")
    source = Source.of(ontology, language=options.language)
    root = chosen_root(source, options.root)
    progress("making questions")
    about = Asking(data_set=options.name, persona=PERSONAS[options.persona], seed=options.seed)
    items = (
        *multiple_choice(source, about, per_slot=options.per_slot),
        *open_questions(source, about, root=root, count=options.open),
    )
    progress("revising the ontology")
    revision = revise(ontology, source.names, wording=options.wording, groups=source.groups, seed=options.seed)
    said = {axiom: GoldEvidence(about, sentence) for axiom, about, sentence in revision.read_back()}
    progress("checking the questions against the revised ontology")
    failed = excluded(
        items,
        together=GoldReasoner(replace(ontology, axioms=(*revision.ontology.axioms, *said)), source.groups),
        alone=GoldReasoner(revision.ontology, source.groups),
    )
    left_out = {item.id for item in failed}
    progress("gathering gold evidence")
    in_axioms = EvidenceFinder(plain(ontology.logical_axioms()), groups=source.groups)
    in_text = EvidenceFinder([*plain(revision.ontology.logical_axioms()), *said], groups=source.groups, said=said)
    return DataSet(
        options=options,
        source=source,
        root=root,
        revision=revision,
        test1=tuple(replace(item, evidence=in_axioms.of(item)) for item in items),
        test2=tuple(replace(item, evidence=in_text.of(item)) for item in items if item.id not in left_out),
        excluded=failed,
    )
