"""Re-verifies every label of data sets with another reasoner; the exit code is 1 where one differs.

    python benchmarks/test_items/verify.py DIR …
    python benchmarks/test_items/verify.py --hermit SMALL_DIR …

ELK 0.6 runs as in `benchmarks/reasoning/run.py` and is asked for the classes under ∃r.B by a class Q ≡ ∃r.B for each
pair of the items. It passes over an axiom such as A ≡ C ⊓ ∃r.B ⊓ ∀r.B altogether, so that it is also told A ⊑ C and
A ⊑ ∃r.B. An item of test 2 has to have the label of test 1 over the source, and over the axioms of the revised
ontology alone it must not; of an open question, no answer may follow from these. HermiT reasons over all of OWL 2 DL,
so that labels are checked against what ELK leaves out too; it is asked whether A ⊓ ¬∃r.B can have an instance, and
takes ontologies of a few thousand axioms.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from entailed.benchmark.gold_queries import statements
from entailed.benchmark.item_files import read_items
from entailed.benchmark.items import Conditions, Item, Masked
from entailed.benchmark.restrictions import conjuncts
from entailed.benchmark.restrictions import statements as stated_of
from entailed.owl import model as owl
from entailed.owl import read_ontology
from entailed.owl.functional_syntax import write_ontology
from entailed.owl.signature import entities
from entailed.reasoning import check
from entailed.reasoning.dl_engines import HermiT

sys.path.insert(0, str(Path(__file__).parents[1] / "reasoning"))
from compare_elk import Superclasses, elk_superclasses
from run import elk, elk_command

Pair: TypeAlias = tuple[owl.Iri, owl.Iri]


class Labels(NamedTuple):
    """What an item says: the statements A ⊑ ∃r.B that follow, and those that do not."""

    right: frozenset[tuple[owl.Iri, Pair]]
    wrong: frozenset[tuple[owl.Iri, Pair]]


def labels(item: Item) -> Labels:
    """Those of the options; of an open question, those of its answers."""
    match item.construction:
        case Masked() as masked:
            found = [(s.iri, (r.iri, b.iri)) for s, r, b in statements(masked)]
            right = {label for label, option in zip(found, masked.options, strict=True) if option.name in item.gold}
            return Labels(frozenset(right), frozenset(found) - right)
        case Conditions(restrictions=restrictions, answers=answers):
            pairs = [(r.iri, b.iri) for r, b in restrictions]
            return Labels(frozenset((answer.iri, pair) for answer in answers for pair in pairs), frozenset())
    raise ValueError(f"{item.id} was not made from an ontology")


def pairs_of(items: Iterable[Item]) -> list[Pair]:
    return sorted({pair for item in items for part in labels(item) for _, pair in part})


class Sample(NamedTuple):
    """∃r.B in every form that counts, and the class that asks for what is under it."""

    pair: Pair
    asked: owl.Class
    forms: tuple[owl.ClassExpression, ...]


def samples(pairs: Iterable[Pair], groups: Collection[owl.Iri]) -> Iterator[Sample]:
    for number, (relation, filler) in enumerate(pairs):
        itself = owl.ObjectSomeValuesFrom(owl.ObjectProperty(relation), owl.Class(filler))
        grouped = [owl.ObjectSomeValuesFrom(owl.ObjectProperty(group), itself) for group in groups]
        yield Sample((relation, filler), owl.Class(f"urn:asked:{number}"), (itself, *grouped))


def having_by_elk(
    path: Path, pairs: Iterable[Pair], groups: Collection[owl.Iri], command: list[str], folder: Path
) -> tuple[Mapping[Pair, frozenset[owl.Iri]], Superclasses]:
    """By pair, the classes under ∃r.B; and all superclasses."""
    asked = list(samples(pairs, groups))
    definitions = [
        owl.EquivalentClasses((sample.asked, sample.forms[0]))
        if len(sample.forms) == 1
        else owl.SubClassOf(owl.ObjectUnionOf(sample.forms), sample.asked)
        for sample in asked
    ]
    told = [replace(axiom, annotations=()) for axiom in read_ontology(path).ontology.logical_axioms()]
    parts = (
        owl.SubClassOf(owl.Class(about), part)
        for axiom in told
        for about, expression in stated_of(axiom)
        if isinstance(expression, owl.ObjectIntersectionOf)
        for part in conjuncts(expression)
    )
    logical = [*told, *parts, *definitions]
    declarations = map(owl.Declaration, dict.fromkeys(entities(tuple(logical))))
    with (folder / "asked.ofn").open("w", encoding="utf-8") as file:
        write_ontology(owl.Ontology(iri=None, axioms=(*declarations, *logical)), file)
    above = elk_superclasses(elk(command, folder / "asked.ofn", folder).hierarchy)
    having = defaultdict(set)
    for name, found in above.items():
        for superclass in found:
            having[superclass].add(name)
    return {sample.pair: frozenset(having[sample.asked.iri]) for sample in asked}, above


def agrees(item: Item, having: Mapping[Pair, frozenset[owl.Iri]], above: Superclasses) -> bool:
    right, wrong = labels(item)
    if any(subject not in having[pair] for subject, pair in right) or any(s in having[pair] for s, pair in wrong):
        return False
    match item.construction:
        case Conditions(answers=answers) as conditions:
            return answers_to(conditions, having, above) == {answer.iri for answer in answers}
    return True


def answered(item: Item, having: Mapping[Pair, frozenset[owl.Iri]], above: Superclasses) -> bool:
    """Whether the axioms answer a question: an open one by any answer, another by all its right options."""
    match item.construction:
        case Conditions() as conditions:
            return bool(answers_to(conditions, having, above))
    return agrees(item, having, above)


def answers_to(conditions: Conditions, having: Mapping[Pair, frozenset[owl.Iri]], above: Superclasses) -> set[owl.Iri]:
    found = frozenset.intersection(*(having[r.iri, b.iri] for r, b in conditions.restrictions))
    root = conditions.root.iri
    return {n for n in found if (n == root or root in above[n]) and not n.startswith("urn:asked:")}


def disagreeing_with_elk(folder: Path, command: list[str], scratch: Path) -> list[str]:
    groups = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["options"]["groups"]
    first, second = (read_items(folder / f"test{number}" / "items.jsonl") for number in (1, 2))
    pairs = pairs_of(first)
    over_source = having_by_elk(folder / "source.ofn", pairs, groups, command, scratch)
    over_revised = having_by_elk(folder / "revised.ofn", pairs, groups, command, scratch)
    wrong = [f"{item.id}: ELK gives another label" for item in first if not agrees(item, *over_source)]
    wrong += [f"{item.id}: the axioms alone answer it" for item in second if answered(item, *over_revised)]
    count = sum(len(right) + len(not_right) for right, not_right in map(labels, first))
    print(f"{folder.name} | ELK | {len(first)} | {len(second)} | {count:,} | {len(wrong)}", flush=True)
    return wrong


def disagreeing_with_hermit(folder: Path) -> list[str]:
    groups = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["options"]["groups"]
    items = read_items(folder / "test1" / "items.jsonl")
    axioms = read_ontology(folder / "source.ofn").ontology.logical_axioms()
    forms = {sample.pair: sample.forms for sample in samples(pairs_of(items), groups)}
    said = [
        (item.id, right, statement)
        for item in items
        for right, part in zip((True, False), labels(item), strict=True)
        for statement in part
    ]
    probes = {}
    for number, (_, _, (subject, pair)) in enumerate(said):
        others = (owl.ObjectComplementOf(form) for form in forms[pair])
        probes[owl.Class(f"urn:probe:{number}")] = owl.ObjectIntersectionOf((owl.Class(subject), *others))
    asked = [owl.EquivalentClasses((probe, meaning)) for probe, meaning in probes.items()]
    outcome = check([*axioms, *asked], engine=HermiT(), max_axioms=1_000_000, max_justifications=0, timeout_s=3600)
    if outcome.consistent is not True:
        raise SystemExit(f"{folder}: HermiT gives no answer: {outcome.undecided or 'inconsistent'}")
    empty = set(outcome.unsatisfiable)
    found = zip(said, probes, strict=True)
    wrong = [f"{id_}: HermiT has it {probe in empty}" for (id_, right, _), probe in found if (probe in empty) != right]
    print(f"{folder.name} | HermiT | {len(items)} | | {len(said):,} | {len(wrong)}", flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="+", type=Path, help="a data set that `entailed bench build` made")
    parser.add_argument("--hermit", action="store_true", help="ask HermiT; for small ontologies")
    given = parser.parse_args()
    print("data set | reasoner | items of test 1 | of test 2 | statements | wrong")
    print("---|---|---|---|---|---")
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        command = [] if given.hermit else elk_command(Path(name))
        for folder in given.folder:
            wrong += (
                disagreeing_with_hermit(folder) if given.hermit else disagreeing_with_elk(folder, command, Path(name))
            )
    print(*wrong[:20], sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
