"""Text retrieval from an ontology: concept cards by their best field, and verbalised axioms (paper, Appendix B)."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from entailed.benchmark.card_units import card_units
from entailed.benchmark.hybrid_index import HybridIndex
from entailed.benchmark.verbalised_axioms import verbalised_axioms
from entailed.search import Encoder
from entailed.service import OntologyService
from entailed.service.observations import card_lines
from entailed.service.opened_index import OpenedIndex

MOST_FOUND = 5
"""Cards, and axioms, of one search (paper, Appendix B)."""


class FoundCard(NamedTuple):
    """A concept that a search found."""

    concept: int
    """The number of its class."""
    name: str
    field: str
    """The line of its card that matched best."""


class OntologySearch:
    """Finds cards and axioms by text. Safe to share between threads."""

    def __init__(
        self,
        service: OntologyService,
        cache: Path,
        *,
        encoder: Encoder | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Open the search, whose indexes are built first where the cache does not hold them.

        Args:
            service: The ontology.
            cache: A folder for the indexes; several ontologies may share it.
            encoder: Of sentence embeddings; None to go by words alone, which `notice` then says.
            progress: Told how many texts of how many are encoded.
        """
        self.notice = "" if encoder else "There is no encoder: cards and axioms are found by BM25 alone."
        """What a report should say of the retrieval."""
        self._index = OpenedIndex(service.folder)
        self._concepts: dict[str, list[int]] = {}
        """The concepts that have a field, by its text: many share one, and it is encoded once."""
        for unit in card_units(self._index):
            self._concepts.setdefault(unit.text, []).append(unit.concept)
        self._fields = list(self._concepts)
        self._axioms = list(dict.fromkeys(verbalised_axioms(self._index)))
        self._by_field = HybridIndex(cache, self._fields, encoder=encoder, progress=progress)
        self._by_axiom = HybridIndex(cache, self._axioms, encoder=encoder, progress=progress)

    def cards(self, query: str) -> tuple[FoundCard, ...]:
        """The concepts whose best field matches best, best first."""
        return tuple(islice(self._ranked(query), MOST_FOUND))

    def _ranked(self, query: str) -> Iterator[FoundCard]:
        seen: set[int] = set()
        for number in self._by_field.best(query):
            field = self._fields[number]
            for concept in self._concepts[field]:
                if concept not in seen:
                    seen.add(concept)
                    yield FoundCard(concept, self._index.classes.name(concept), field)

    def card(self, found: FoundCard) -> str:
        """The whole card."""
        return "\n".join(card_lines(self._index.card(found.concept)))

    def axioms(self, query: str) -> tuple[str, ...]:
        """The axioms that match best, best first."""
        return tuple(self._axioms[number] for number in self._by_axiom.best(query)[:MOST_FOUND])
