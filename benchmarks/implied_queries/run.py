"""How far questions are understood without a model: the queries they imply, and what the reasoner decides by these.

    entailed bench build FILE --output DIR
    python benchmarks/implied_queries/run.py DIR

For each kind of question: how many have exactly the queries implied that the items were made from, nothing missing and
nothing besides; how many are decided; and how many of these rightly.
"""

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from entailed.benchmark.gold_queries import statements
from entailed.benchmark.item_files import read_items
from entailed.benchmark.items import Conditions, Item, Masked
from entailed.benchmark.scoring import score
from entailed.oarag import Answer, answer
from entailed.service import AskResult, LinkedName, SelectResult, open_ontology
from entailed.service.results import IS_A

_Statements: TypeAlias = frozenset[tuple[str, str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data_set", type=Path)
    parser.add_argument("--show", action="store_true", help="print the questions that are not decided rightly")
    arguments = parser.parse_args()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder:
        service = open_ontology(arguments.data_set / "source.ofn", Path(folder))
        for item in read_items(arguments.data_set / "test1" / "items.jsonl"):
            given = answer(item.question, service=service, model=None)
            right = given.value is not None and score(item, given.value, service).correct
            exact = set(_asked(given)) == _wanted(item)
            counts[_kind(item)] += Counter(items=1, exact=exact, decided=given.value is not None, right=right)
            if arguments.show and not (exact and right):
                print(f"{item.id}: {item.question.text}\n  {given.grounding.reason}")
    print("| questions | items | exactly formed | decided | rightly |\n| --- | --- | --- | --- | --- |")
    for kind, count in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        print(f"| {kind} | {count['items']} | {count['exact']} | {count['decided']} | {count['right']} |")


def _kind(item: Item) -> str:
    match item.construction:
        case Masked(slot=slot):
            return f"masked {slot}"
        case Conditions(restrictions=restrictions):
            return f"{len(restrictions)} conditions"
    raise ValueError(f"{item.id} was not made from an ontology")


def _wanted(item: Item) -> set[_Statements]:
    """The statements of each query, as IRIs: a query for each option, or one for all conditions."""
    match item.construction:
        case Masked() as masked:
            return {frozenset(((a.iri, r.iri, b.iri),)) for a, r, b in statements(masked)}
        case Conditions(root=root, restrictions=restrictions):
            conditions = [("", relation.iri, filler.iri) for relation, filler in restrictions]
            return {frozenset((("", IS_A.iri, root.iri), *conditions))}
    return set()


def _asked(given: Answer) -> Iterator[_Statements]:
    for step in given.steps:
        match step.payload:
            case AskResult(subject=subject, relation=relation, object=object_):
                yield frozenset(((_iri(subject), _iri(relation), _iri(object_)),))
            case SelectResult(selects="concepts", names=names):
                yield frozenset(
                    ("", _iri(relation), _iri(filler))
                    for relation, filler in zip(names[::2], names[1::2], strict=False)
                )


def _iri(name: LinkedName | None) -> str:
    return name.entity.iri if name is not None else "?"


if __name__ == "__main__":
    main()
