"""Text that speaks for a SELECT that nothing satisfies (OA-RAG paper, section 4.1.2). Never verified."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from entailed.reasoning.rows import IntArray
from entailed.search import words
from entailed.service.cards import CardRecord
from entailed.service.mention_search import MOST_ROWS, RelationCondition, from_mentions
from entailed.service.opened_index import OpenedIndex
from entailed.service.results import FallbackRow
from entailed.service.sentences import sentences

Fallback: TypeAlias = Literal["mentions", "bm25", "none"]
"""Where text is looked for: among mentions and, where these tell nothing, in whole cards; in cards only; nowhere."""


def from_text(
    index: OpenedIndex,
    conditions: Sequence[RelationCondition],
    within: IntArray | None,
    *,
    names: Sequence[str],
    fallback: Fallback,
) -> tuple[FallbackRow, ...] | None:
    """Up to five concepts, the best first; None where no text is looked for.

    Args:
        index: Of the ontology.
        conditions: Those that text may speak for.
        within: The concepts that satisfy all other conditions; None where there are no others.
        names: Of the conditions, classification left out.
        fallback: Where to look.
    """
    if fallback == "none":
        return None
    found = from_mentions(index, conditions, within) if conditions and fallback == "mentions" else ()
    return found or _from_cards(index, names)


def _from_cards(index: OpenedIndex, names: Sequence[str]) -> tuple[FallbackRow, ...]:
    """The concepts whose whole cards match the names best, by BM25."""
    terms = [term for name in names for term in words(name)]
    return tuple(
        FallbackRow(
            entity=index.classes.named(hit.document),
            score=round(hit.score, 3),
            text=_passage(index.record(hit.document), set(terms)) or index.classes.name(hit.document),
        )
        for hit in index.card_search.best(terms, MOST_ROWS)
    )


def _passage(record: CardRecord, terms: set[str]) -> str:
    """The sentence of a card that holds most of the terms; the first of equally good ones."""
    return max(_sentences(record.texts()), key=lambda sentence: len(terms & set(words(sentence))), default="")


def _sentences(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from sentences(text)
