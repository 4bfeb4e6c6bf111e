"""The ontology of test 2: existential restrictions leave the axioms and enter the definitions as sentences.

OA-RAG paper, section 5.2: of every A ⋈ D ⊓ ∃r₁.C₁ ⊓ … ⊓ ∃rₘ.Cₘ with ⋈ ∈ {⊑, ≡} and a named class A, A ⊑ D is left, or
nothing where D is ⊤; and the definition of A says each ∃rᵢ.Cᵢ in words.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from entailed.benchmark.entity_names import EntityNames
from entailed.benchmark.restrictions import Stated, conjuncts, stated_in, statements
from entailed.benchmark.verbalisation import Wording, can_be_said, sentences
from entailed.owl import Axiom, ClassExpression, Iri, Ontology
from entailed.owl import model as owl
from entailed.owl.annotations import DEFINITION, SKOS_DEFINITION
from entailed.owl.signature import entities


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A revised ontology, and what it was made of."""

    ontology: Ontology
    """What is left of the axioms, and definitions that say the rest."""
    removed: Mapping[Iri, tuple[Stated, ...]]
    """By class, the restrictions that were taken out of its axioms, each once."""
    sentences: Mapping[Iri, tuple[str, ...]]
    """By class, for each of its removed restrictions the sentence that says it; several may share one."""
    kept: Mapping[str, int]
    """Restrictions that stay in the axioms, by the construct for which there are no words."""

    def read_back(self) -> Iterator[tuple[Axiom, Iri, str]]:
        """Each sentence as the axiom that it says, with the class and the sentence."""
        for about, removed in self.removed.items():
            for stated, sentence in zip(removed, self.sentences[about], strict=True):
                if sentence:
                    yield owl.SubClassOf(owl.Class(about), restriction(stated)), about, sentence


def restriction(stated: Stated) -> ClassExpression:
    """∃r.C, or ∃g.∃r.C where it stood in a role group; a sentence says it alone, so it is in a group of its own."""
    alone = owl.ObjectSomeValuesFrom(owl.ObjectProperty(stated.relation), stated.filler)
    return alone if stated.group is None else owl.ObjectSomeValuesFrom(owl.ObjectProperty(stated.group), alone)


def revise(
    ontology: Ontology,
    names: EntityNames,
    *,
    wording: Wording = Wording.LITERAL,
    groups: Collection[Iri] = (),
    seed: int,
) -> Revision:
    """Revise an ontology.

    Args:
        ontology: Told axioms. General class axioms and role axioms stay as they are.
        names: What its classes and relations are called.
        wording: How the sentences say what the axioms said.
        groups: Grouping relations, such as SNOMED CT's role group, whose restrictions are said one by one.
        seed: Of the choice of synonyms.
    """
    split = _Split(groups)
    left = tuple(axiom for axiom in ontology.axioms for axiom in split.left_of(axiom))
    removed = {about: tuple(found) for about, found in split.removed.items()}
    chance = random.Random(seed)  # noqa: S311 (nothing is to be kept secret)
    said = {
        about: sentences([(stated.relation, stated.filler) for stated in found], names, wording, chance)
        for about, found in removed.items()
    }
    undeclared = _undeclared(ontology.axioms, removed)
    definitions = {about: " ".join(dict.fromkeys(filter(None, found))) for about, found in said.items()}
    return Revision(
        ontology=replace(ontology, axioms=(*undeclared, *_with_definitions(left, definitions))),
        removed=removed,
        sentences=said,
        kept=split.kept,
    )


class _Split:
    """Takes the restrictions out of axioms, and remembers them."""

    def __init__(self, groups: Collection[Iri]) -> None:
        self._groups = groups
        self.removed: defaultdict[Iri, dict[Stated, None]] = defaultdict(dict)
        self.kept: Counter[str] = Counter()

    def left_of(self, axiom: Axiom) -> Sequence[Axiom]:
        """The axiom itself where nothing is taken out of it."""
        parted = [(about, *self._parted(expression)) for about, expression in statements(axiom)]
        if not any(removed for _, _, removed in parted):
            return (axiom,)
        left: list[Axiom] = []
        for about, parts, removed in parted:
            if removed:
                self.removed[about] |= dict.fromkeys(removed)
            if remaining := [part for part in parts if part not in (owl.Class(about), owl.Class(owl.OWL_THING))]:
                sup = owl.ObjectIntersectionOf(tuple(remaining)) if len(remaining) > 1 else remaining[0]
                left.append(owl.SubClassOf(owl.Class(about), sup, getattr(axiom, "annotations", ())))
        return left

    def _parted(self, expression: ClassExpression) -> tuple[list[ClassExpression], list[Stated]]:
        """The conjuncts that stay, and the restrictions in the others."""
        parts: list[ClassExpression] = []
        removed: list[Stated] = []
        for part in conjuncts(expression):
            found = stated_in(part, self._groups)
            unsaid = [stated.filler for stated in found if not can_be_said(stated.filler)]
            self.kept.update(type(filler).__name__ for filler in unsaid)
            if found and not unsaid:
                removed += found
            else:
                parts.append(part)
        return parts, removed


def _undeclared(axioms: Iterable[Axiom], removed: Mapping[Iri, tuple[Stated, ...]]) -> Iterable[Axiom]:
    """Declarations of what only the removed restrictions may mention, so that the names stay the same."""
    declared = {axiom.entity for axiom in axioms if isinstance(axiom, owl.Declaration)}
    mentioned = (entity for found in removed.values() for stated in found for entity in entities(restriction(stated)))
    return (owl.Declaration(entity) for entity in dict.fromkeys(mentioned) if entity not in declared)


def _with_definitions(axioms: Sequence[Axiom], sentences: Mapping[Iri, str]) -> Iterator[Axiom]:
    """Append to the first definition of each class; a class without one gets one."""
    remaining = {about: text for about, text in sentences.items() if text}
    for axiom in axioms:
        match axiom:
            case owl.AnnotationAssertion(
                owl.AnnotationProperty(property), str(subject), owl.Literal(value=text) as told
            ) if property in (DEFINITION, SKOS_DEFINITION) and subject in remaining:
                stop = "" if text.rstrip().endswith((".", "!", "?")) else "."
                value = replace(told, value=f"{text.rstrip()}{stop} {remaining.pop(subject)}")
                yield replace(axiom, value=value)
            case _:
                yield axiom
    for subject, text in remaining.items():
        yield owl.AnnotationAssertion(owl.AnnotationProperty(DEFINITION), subject, owl.Literal(text))
