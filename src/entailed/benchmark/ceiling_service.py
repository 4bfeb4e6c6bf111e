"""Whether the service answers the items of test 1 when it is asked the right query: all of them, or it errs."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from entailed.benchmark.gold_queries import open_query, statements
from entailed.benchmark.items import Conditions, Item, Masked
from entailed.service import OntologyService, SelectResult, Verdict


class Miss(NamedTuple):
    """A query whose answer is not the gold answer."""

    item: str
    query: str
    expected: str
    found: str


class ServiceCeiling(NamedTuple):
    """What the service answers of the items made from its ontology."""

    items: int
    right: int
    misses: tuple[Miss, ...]


def service_ceiling(service: OntologyService, items: Iterable[Item]) -> ServiceCeiling:
    """Put every item to the service as queries: an ASK for each option, a SELECT for all answers.

    Args:
        service: Of the ontology that the items were made from.
        items: Those that were made from no ontology are passed over.
    """
    misses = {item.id: tuple(_misses(service, item)) for item in items if item.construction is not None}
    right = sum(not found for found in misses.values())
    return ServiceCeiling(len(misses), right, tuple(miss for found in misses.values() for miss in found))


def _misses(service: OntologyService, item: Item) -> Iterator[Miss]:
    match item.construction:
        case Conditions() as construction:
            result = cast("SelectResult", service.query(open_query(construction), fallback="none"))
            found = {row.iri: row.name for row in result.rows}
            expected = {answer.iri: answer.name for answer in construction.answers}
            if found.keys() != expected.keys():
                missing, superfluous = expected.keys() - found.keys(), found.keys() - expected.keys()
                wrong = [f"without {expected[iri]}" for iri in missing] + [f"with {found[iri]}" for iri in superfluous]
                yield Miss(item.id, result.query, f"{len(expected)} answers", "; ".join(sorted(wrong)))
        case Masked() as construction:
            for option, statement in zip(construction.options, statements(construction), strict=True):
                judged = service.ask(*(term.name for term in statement))
                right = Verdict.ENTAILED if option.name in item.gold else Verdict.NOT_ENTAILED
                if judged.verdict is not right:
                    yield Miss(item.id, judged.query, right, judged.verdict)
