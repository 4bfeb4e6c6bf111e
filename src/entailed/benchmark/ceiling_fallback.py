"""What text alone can tell of the items of test 2 when the service is asked the right query, without a model.

Nothing follows from the axioms there, and the fallback answers from definitions: with the mention index, or with plain
BM25 of the query against whole cards, as the OA-RAG paper has it.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from operator import eq
from typing import Literal, NamedTuple, TypeAlias, cast

from entailed.benchmark.entity_names import EntityNames
from entailed.benchmark.gold_queries import open_query, statements, text_query
from entailed.benchmark.items import Conditions, Item, Masked, Term
from entailed.benchmark.verbalisation import Wording
from entailed.search import words
from entailed.service import FallbackRow, OntologyService, SelectResult, Tier, Verdict

Search: TypeAlias = Literal["mentions", "bm25"]
SEARCHES: tuple[Search, ...] = ("mentions", "bm25")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOutcome:
    """What came of an open question."""

    item: Item
    query: str
    rows: tuple[FallbackRow, ...]
    right: tuple[bool, ...]
    """By row, whether the concept is a gold answer."""
    seconds: float

    @property
    def precision(self) -> float:
        """Of the rows; 0 without any."""
        return sum(self.right) / len(self.right) if self.right else 0.0

    @property
    def tier(self) -> Tier | None:
        """How directly the conditions are spoken for; None where whole cards were searched, or nothing was found."""
        return tier_of(self.rows[0]) if self.rows else None


class OptionsOutcome(NamedTuple):
    """What came of a multiple-choice question."""

    item: Item
    options: int
    judged_right: int
    """Options that are judged as the gold answer has it."""


class FallbackOutcomes(NamedTuple):
    """What came of all items."""

    open: tuple[OpenOutcome, ...]
    options: tuple[OptionsOutcome, ...]


class FallbackCeiling(NamedTuple):
    """What text tells in one wording."""

    wording: Wording
    search: Search
    outcomes: FallbackOutcomes
    added: frozenset[str]
    """The sentences of the revision."""
    names: EntityNames


def fallback_outcomes(service: OntologyService, items: Iterable[Item], search: Search) -> FallbackOutcomes:
    """Put every item to the service of a revised ontology; those that were made from no ontology are passed over."""
    found_open: list[OpenOutcome] = []
    found_options: list[OptionsOutcome] = []
    for item in items:
        match item.construction:
            case Conditions() as construction:
                found_open.append(_open(service, item, construction, search))
            case Masked() as construction:
                found_options.append(_options(service, item, construction, search))
    return FallbackOutcomes(tuple(found_open), tuple(found_options))


def tier_of(row: FallbackRow) -> Tier | None:
    """That of the condition which is spoken for least directly; None for a whole card."""
    return min((piece.tier for piece in row.evidence if piece.tier is not None), default=None)


def _open(service: OntologyService, item: Item, construction: Conditions, search: Search) -> OpenOutcome:
    query = open_query(construction)
    began = time.perf_counter()
    rows = _rows(service, query, search)
    seconds = time.perf_counter() - began
    gold = {answer.iri for answer in construction.answers}
    right = tuple(row.entity.iri in gold for row in rows)
    return OpenOutcome(item=item, query=query, rows=rows, right=right, seconds=seconds)


def _options(service: OntologyService, item: Item, construction: Masked, search: Search) -> OptionsOutcome:
    """Take the options that follow for right and, of the others, those that are spoken for most directly, if any is."""
    follows = [_follows(service, *(term.name for term in terms)) for terms in statements(construction)]
    spoken = [
        0 if known else _strength(service, *statement, search)
        for known, statement in zip(follows, statements(construction), strict=True)
    ]
    taken = [known or 0 < strength == max(spoken) for known, strength in zip(follows, spoken, strict=True)]
    right = [option.name in item.gold for option in construction.options]
    return OptionsOutcome(item, len(right), sum(map(eq, taken, right)))


def _strength(service: OntologyService, subject: Term, relation: Term, filler: Term, search: Search) -> int:
    """How strongly text speaks for a statement: a tier; of a whole card, whether a sentence has all the words."""
    rows = _rows(service, text_query(subject, relation, filler), search)
    if search == "bm25":
        wanted = {*words(relation.name), *words(filler.name)}
        return max((int(wanted <= set(words(row.text))) for row in rows if row.entity.iri == subject.iri), default=0)
    return max((tier_of(row) or 0 for row in rows if _is_about(service, row, subject)), default=0)


def _is_about(service: OntologyService, row: FallbackRow, subject: Term) -> bool:
    """Whether the text describes the subject or what is above it: what is below it tells nothing of it."""
    described = [row.entity.iri] if row.entity.iri == subject.iri else [p.about.iri for p in row.evidence if p.about]
    return all(_follows(service, subject.iri, "is a", iri) for iri in described)


def _follows(service: OntologyService, subject: str, relation: str, object_: str) -> bool:
    return service.ask(subject, relation, object_).verdict is Verdict.ENTAILED


def _rows(service: OntologyService, query: str, search: Search) -> tuple[FallbackRow, ...]:
    result = cast("SelectResult", service.query(query, fallback=search))
    return result.fallback or ()
