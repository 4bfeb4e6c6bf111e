"""The units that ontology retrieval searches: the fields of concept cards (paper, Appendix B)."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from entailed.service.observations import card_lines
from entailed.service.opened_index import OpenedIndex


class CardUnit(NamedTuple):
    """One field of one card."""

    concept: int
    """The number of its class."""
    text: str
    """The name, or a line such as `definition: …`."""


def card_units(index: OpenedIndex) -> Iterator[CardUnit]:
    """The fields of all cards, in the order of the classes; obsolete classes and ⊤ and ⊥ have none."""
    concepts = index.worth_listing(np.arange(len(index.classes)))
    return (CardUnit(concept, line) for concept in concepts.tolist() for line in card_lines(index.card(concept)))
