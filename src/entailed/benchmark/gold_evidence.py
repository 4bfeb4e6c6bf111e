"""How much of an item's gold evidence a method was shown, and how much of it the answer cites.

A sentence has been shown where a text holds it. An axiom has been shown where one text names every class and relation
of it: a card of its subject does, and so does a verdict on it. Where all the gold evidence is axioms, a text that names
the whole statement the question was made from carries everything, since the reasoner has then done the derivation.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from entailed.benchmark.gold_queries import statements
from entailed.benchmark.items import Conditions, Item, Masked, Term
from entailed.benchmark.predictions import Prediction
from entailed.oarag.questions import options_of
from entailed.service import LinkedName, OntologyService
from entailed.service.spelling import fold

_AXIOM = re.compile(r"\w+\(.*<[^<>]+>.*\)", re.DOTALL)
_IRI = re.compile(r"<([^<>]+)>")

_Piece = frozenset[str]
"""Folded texts that have to stand together in one text that is shown."""


class EvidenceFound(NamedTuple):
    """Pieces of gold evidence: how many there are, were shown, and are in a text that the answer cites."""

    needed: int
    shown: int
    cited: int


def evidence_found(item: Item, prediction: Prediction, service: OntologyService) -> EvidenceFound | None:
    """Count the pieces of an item's gold evidence in what a method was shown; None where the item has none."""
    if not item.evidence:
        return None
    pieces = [_piece(evidence.text, service) for evidence in item.evidence]
    whole = _whole_statements(item) if all(_AXIOM.fullmatch(evidence.text) for evidence in item.evidence) else []
    shown = [fold(text) for text in prediction.shown]
    cited = [shown[position] for position in prediction.cited]
    return EvidenceFound(len(pieces), _held(pieces, whole, shown), _held(pieces, whole, cited))


def _held(pieces: Sequence[_Piece], whole: Sequence[Sequence[_Piece]], texts: Sequence[str]) -> int:
    if whole and all(any(_stands(piece, texts) for piece in alternatives) for alternatives in whole):
        return len(pieces)
    return sum(_stands(piece, texts) for piece in pieces)


def _stands(piece: _Piece, texts: Iterable[str]) -> bool:
    parts = [re.compile(rf"(?<!\w){re.escape(part)}(?!\w)") for part in piece]  # `cell` is not named by `cellular`
    return any(all(part.search(text) for part in parts) for text in texts)


def _piece(text: str, service: OntologyService) -> _Piece:
    if _AXIOM.fullmatch(text):
        return frozenset(fold(_name(iri, service)) for iri in _IRI.findall(text))
    return frozenset({fold(text).rstrip(".")})


def _name(iri: str, service: OntologyService) -> str:
    """The label of a class or a relation; its IRI where the ontology does not know it."""
    for link in (service.link_relation, service.link_concept):  # relations are few, and soon told from what is none
        if isinstance(linked := link(iri), LinkedName):
            return linked.entity.name
    return iri


def _whole_statements(item: Item) -> list[list[_Piece]]:
    """What the question was made from, as statements that all have to be shown, each with its alternatives."""
    match item.construction:
        case Masked() as masked:
            with_options = zip(options_of(item.question), statements(masked), strict=True)
            return [[_names(*statement)] for option, statement in with_options if option in item.gold]
        case Conditions(restrictions=restrictions, answers=answers):
            parts = [term for restriction in restrictions for term in restriction]
            return [[_names(answer, *parts) for answer in answers]]
        case None:
            return []


def _names(*terms: Term) -> _Piece:
    return frozenset(fold(term.name) for term in terms)
