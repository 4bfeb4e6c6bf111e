"""What a question asks, read from the names in it and their order: no model, no grammar.

A question is read as triples over names, one place of which is the gap it asks for: "Which of these is part of the
nucleus?" is (gap, part of, nucleus). The reading is *literal* where the question holds nothing beside names, gap, words
like "is" or "the", and those with which any question is put: only then does answering the triples answer the question.
With a "not" or a "mostly" more, what the triples bring is evidence and nothing else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from entailed.oarag.framing import clauses
from entailed.oarag.literal import adds_nothing, only_asks_relation
from entailed.oarag.pieces import IS_A, LIST_MARK, Piece, find_pieces
from entailed.search import words
from entailed.service import Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Every subject is related by the relation to some object; each by its name."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """Subject, relation and object by their names; None is the gap that the question asks for."""

    subject: str | None
    relation: str | None
    object: str | None

    @property
    def is_open(self) -> bool:
        """Whether a place is left for the gap."""
        return None in (self.subject, self.relation, self.object)

    def filled(self, name: str = "") -> Statement:
        """The statement with a name in the gap, if there is one."""
        places = (name if place is None else place for place in (self.subject, self.relation, self.object))
        subject, relation, object_ = places
        return Statement(subject=subject, relation=relation, object=object_)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A question as triples."""

    alternatives: tuple[tuple[Triple, ...], ...]
    """Each alternative is a conjunction. More than one where the order of the words leaves the direction open; none
    where the names form no triple."""
    literal: bool
    """The question says nothing beside the triples."""


_NAMES_RELATION = re.compile(
    r"\b(?:find|give|identify|name|state|what|which)(?:\s+(?:are|following|is|of|the|these|those))*\s+relation(?:ship)?s?\b",
    re.IGNORECASE,
)
_HOW = re.compile(r"\b(?:how|what\s+way)\b", re.IGNORECASE)
_RELATED = re.compile(r"\b(?:connect(?:s|ed)?|link(?:s|ed)?|relate[sd]?)\b", re.IGNORECASE)
_LIST_SIGN = re.compile(r"[,;:–—\n]|\s-\s")
_DEFINITION = re.compile(r"\s*what\s+(?:is|are)\s+(?:(?:an?|the)\s+)?\Z", re.IGNORECASE)
_IS = re.compile(r"\s*(?:is|are)\b", re.IGNORECASE)


def read_question(text: str, mentions: Sequence[Mention]) -> Reading:
    """Read the names found in a question as triples."""
    pieces = find_pieces(text, mentions)
    concepts = [piece for piece in pieces if piece.kind == "concept"]
    if len(concepts) == 2 and _asks_relation(text, pieces):
        alternatives = _relation_alternatives(text, *concepts)
        return Reading(alternatives=alternatives, literal=only_asks_relation(text, concepts))
    read = tuple(_alternatives(text, pieces))
    unread = not read and any(piece.kind == "relation" for piece in pieces)
    return Reading(alternatives=read, literal=not unread and adds_nothing(text, pieces))


def _asks_relation(text: str, pieces: Sequence[Piece]) -> bool:
    """Whether it is the relation of two concepts that a question asks for, with no blank in its place."""
    if any(piece.kind == "blank" or (piece.kind == "relation" and piece.name != IS_A) for piece in pieces):
        return False
    how = _HOW.search(text)
    return _NAMES_RELATION.search(text) is not None or (how is not None and bool(_RELATED.search(text, how.end())))


def _relation_alternatives(text: str, first: Piece, second: Piece) -> tuple[tuple[Triple, ...], ...]:
    """ "From … to …" and "related to" have a direction; "between … and …" leaves it open."""
    joining = words(text[first.end : second.start])
    forward = (Triple(subject=first.name, relation=None, object=second.name),)
    backward = (Triple(subject=second.name, relation=None, object=first.name),)
    if "from" in joining:
        return (backward,)
    return (forward,) if "to" in joining or forward == backward else (forward, backward)


_Alternatives: TypeAlias = list[tuple[Triple, ...]]


def _alternatives(text: str, pieces: list[Piece]) -> _Alternatives:
    names = [piece.name for piece in pieces]
    match [piece.kind for piece in pieces]:
        case ["concept", "relation", "concept"]:
            return [(Triple(subject=names[0], relation=names[1], object=names[2]),)]
        case ["concept", "concept"] if _opens_with_is(text[: pieces[0].start]) and not _joined(text, *pieces):
            return [(Triple(subject=names[0], relation=IS_A, object=names[1]),)]
        case ["concept", "relation", "blank"]:
            return [(Triple(subject=names[0], relation=names[1], object=None),)]
        case ["relation", "blank", "concept"]:
            return [(Triple(subject=names[2], relation=names[0], object=None),)]
        case ["concept", "blank", "concept"]:
            return [(Triple(subject=names[0], relation=None, object=names[2]),)]
        case ["blank", "relation", "concept", *_]:
            said = _conjunction(text, pieces)
            return [tuple(said)] if said else []
        case [*kinds] if kinds.count("gap") == 1 and not _DEFINITION.match(text[: pieces[-1].start]):
            return _open_alternatives(text, pieces)
    return []


def _opens_with_is(before: str) -> bool:
    """Whether the clause in which the first name stands begins with a verb: "according to the ontology, is a sauce"."""
    *_, (start, end) = clauses(before.rstrip(" \"'“«"))
    return _IS.match(before, start, end) is not None


def _open_alternatives(text: str, pieces: list[Piece]) -> _Alternatives:
    """The triples of a question with a gap, such as "which of these dishes", whose "dishes" is a condition too."""
    conditions, pieces = _asked_class(text, pieces)
    names = [piece.name for piece in pieces]
    match [piece.kind for piece in pieces]:
        case ["gap", "concept", "relation"]:
            return [(Triple(subject=names[1], relation=names[2], object=None), *conditions)]
        case ["concept", "relation", "gap"]:
            return [(Triple(subject=names[0], relation=names[1], object=None), *conditions)]
        case ["gap", "relation", "concept", *_]:
            said = _conjunction(text, pieces)
            return [(*conditions, *said)] if said else []
        case [_, _, _] as kinds if sorted(kinds) == ["concept", "gap", "relation"]:
            concept, relation = (names[kinds.index(kind)] for kind in ("concept", "relation"))
            forward = Triple(subject=concept, relation=relation, object=None)
            backward = Triple(subject=None, relation=relation, object=concept)
            return [(forward, *conditions), (backward, *conditions)]
    return []


def _asked_class(text: str, pieces: list[Piece]) -> tuple[tuple[Triple, ...], list[Piece]]:
    """The class of what is asked for, as a condition, and the pieces without it: "which dishes", "which kinds of dish".

    Where nothing but the class is said, it is left in its place.
    """
    gap = next(number for number, piece in enumerate(pieces) if piece.kind == "gap")
    before, behind = pieces[: gap + 1], pieces[gap + 1 :]
    if behind and behind[0].name == IS_A and not _IS.match(text, behind[0].start):
        before, behind = before + behind[:1], behind[1:]
    adjacent = bool(behind) and behind[0].kind == "concept" and not words(text[before[-1].end : behind[0].start])
    if not adjacent or len(behind) + gap == 1:
        return (), pieces
    return (Triple(subject=None, relation=IS_A, object=behind[0].name),), pieces[: gap + 1] + behind[1:]


def _conjunction(text: str, pieces: Sequence[Piece]) -> list[Triple]:
    """What is said of the gap, which is the first piece; nothing where the pieces are not plainly joined."""
    triples: list[Triple] = []
    relation = ""
    for before, piece in pairwise(pieces):
        joined = _joined(text, before, piece)
        match before.kind, piece.kind:
            case ("gap" | "blank", "relation"):
                pass
            case ("relation", "concept"):
                triples.append(Triple(subject=None, relation=relation, object=piece.name))
            case ("concept", "concept") if joined:
                triples.append(Triple(subject=None, relation=relation, object=piece.name))
            # "A dish that contains gluten" says both of the gap; "part of a sauce that contains gluten" does not.
            case ("concept", "relation") if joined or (relation == IS_A and _taken_up(text, before, piece)):
                pass
            case _:
                return []
        relation = piece.name if piece.kind == "relation" else relation
    return triples if pieces[-1].kind == "concept" else []


def _joined(text: str, first: Piece, second: Piece) -> bool:
    """Whether two pieces stand beside each other in a list."""
    between = text[first.end : second.start]
    return "and" in words(between) or bool(_LIST_SIGN.search(between) or LIST_MARK.search(between))


def _taken_up(text: str, first: Piece, second: Piece) -> bool:
    return not {"that", "which"}.isdisjoint(words(text[first.end : second.start]))
