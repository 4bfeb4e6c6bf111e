"""Text matches for a SELECT that nothing satisfies (OA-RAG paper, section 4.1.2). Never verified."""

import re
from collections.abc import Iterable, Sequence

from entailed.search import TextIndex, words
from entailed.service.cards import CardRecord
from entailed.service.entities import Entities
from entailed.service.results import FallbackRow
from entailed.service.strings import StringTable

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def from_cards(
    names: Sequence[str], search: TextIndex, cards: StringTable, classes: Entities, count: int
) -> tuple[FallbackRow, ...]:
    """The concepts whose whole cards match the names of the conditions best, by BM25.

    Args:
        names: Of the conditions, classification left out.
        search: Over the cards, by class number.
        cards: The cards, by class number.
        classes: The classes.
        count: The most rows to return.
    """
    terms = [term for name in names for term in words(name)]
    return tuple(
        FallbackRow(
            entity=classes.named(hit.document),
            score=round(hit.score, 3),
            text=_passage(CardRecord.from_line(cards[hit.document]), set(terms)) or classes.name(hit.document),
        )
        for hit in search.best(terms, count)
    )


def _passage(record: CardRecord, terms: set[str]) -> str:
    """The sentence of a card that holds most of the terms; the first of equally good ones."""
    return max(_sentences(record.texts()), key=lambda sentence: len(terms & set(words(sentence))), default="")


def _sentences(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        yield from (sentence for sentence in _SENTENCE_END.split(text) if sentence)
