"""What a question asks, read from the names in it and their order: no model, no grammar.

A question is read as triples over names, one place of which is the gap it asks for: "Which of these is part of the
nucleus?" is (gap, part of, nucleus). The reading is *literal* where the question holds nothing beside names, gap and
words like "is" or "the": only then does answering the triples answer the question. With a "not" or a "mostly" more,
what the triples bring is evidence and nothing else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from entailed.service import Mention

IS_A = "is a"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    kind: Literal["gap", "relation", "concept"]
    start: int
    end: int
    name: str = ""


_GAP = re.compile(
    r"\b(?:which|what)(?:\s+(?:ones?|options?))?(?:\s+of\s+(?:these|those|them|the\s+following)(?:\s+options)?)?\b",
    re.IGNORECASE,
)
_IS_A = re.compile(
    r"\b(?:(?:is|are)\s+)?(?:an?\s+)?(?:kind|type|sort|subclass|example)s?\s+of\b|\b(?:is|are)\s+an?\b", re.IGNORECASE
)
_OPENS_IS_A = re.compile(r"\s*(?:is|are)\b", re.IGNORECASE)
_DEFINITION = re.compile(r"\s*what\s+(?:is|are)\s+(?:(?:an?|the)\s+)?\Z", re.IGNORECASE)
# No prepositions: "in" or "with" would add to what the relation says.
_EMPTY_WORDS = frozenset(
    ("a", "an", "the", "is", "are", "be", "has", "have", "does", "do", "these", "those", "any", "some", "and", "that")
)
_BEFORE_SUBJECT = _EMPTY_WORDS | {"every", "each", "all"}
"""What is entailed holds of every instance of the subject, but of some of the object."""
_WORD = re.compile(r"[^\W_]+")
_ASKS_RELATION = (
    (
        r"which(?: of (?:these|the following))? relations? (?:holds?|exists?) between(?: the| an?)?",
        r"and(?: the| an?)?",
    ),
    (r"which(?: of (?:these|the following))? relations? leads? from(?: the| an?)?", r"to(?: the| an?)?"),
    (r"how (?:is|are)(?: the| an?| every)?", r"related to(?: the| an?)?"),
)
"""What stands before and between two concepts where their relation is asked for; between alone has no direction."""


def read_question(text: str, mentions: Sequence[Mention]) -> Reading:
    """Read the names found in a question as triples."""
    if relations := _relation_alternatives(text, mentions):
        return Reading(alternatives=relations, literal=True)
    pieces = _pieces(text, mentions)
    first, *rest = (
        set(_WORD.findall(text[before.end : after.start].casefold()))
        for before, after in pairwise([_edge(0), *pieces, _edge(len(text))])
    )
    subject_first = bool(pieces) and pieces[0].kind == "concept"
    literal = first <= (_BEFORE_SUBJECT if subject_first else _EMPTY_WORDS) and set().union(*rest) <= _EMPTY_WORDS
    return Reading(alternatives=tuple(_alternatives(text, pieces)), literal=literal)


def _relation_alternatives(text: str, mentions: Sequence[Mention]) -> tuple[tuple[Triple, ...], ...]:
    """The triples of a question that asks how two concepts are related; none where it asks something else."""
    if [mention.kind for mention in mentions[-2:]] != ["concept", "concept"]:
        return ()
    first, second = mentions[-2:]
    before, between, after = text[: first.start], text[first.end : second.start], text[second.end :]
    for opens, joins in _ASKS_RELATION:
        if _is(opens, before) and _is(joins, between) and not _WORD.search(after):
            ends = (first.linked.text, second.linked.text)
            pairs = (ends, ends[::-1]) if "between" in opens else (ends,)
            return tuple((Triple(subject=sub, relation=None, object=obj),) for sub, obj in pairs)
    return ()


def _is(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, " ".join(text.split()).strip(" \"'"), re.IGNORECASE) is not None


def _edge(position: int) -> _Piece:
    return _Piece(kind="gap", start=position, end=position)


def _pieces(text: str, mentions: Sequence[Mention]) -> list[_Piece]:
    """Names, the gap and "is a", in the order of the text."""
    pieces = [
        _Piece(kind=mention.kind, start=mention.start, end=mention.end, name=mention.linked.text)
        for mention in mentions
    ]
    relations = [piece.start for piece in pieces if piece.kind == "relation"]
    for match in _GAP.finditer(text):
        if not _overlaps(match, pieces):
            pieces.append(_Piece(kind="gap", start=match.start(), end=match.end()))
            break
    for match in _IS_A.finditer(text):
        # No classification: "is a" where "part of" follows, and the "Is a" that opens a question.
        before_relation = any(not text[match.end() : start].strip() for start in relations if start >= match.end())
        if match.start() > 0 and not before_relation and not _overlaps(match, pieces):
            pieces.append(_Piece(kind="relation", start=match.start(), end=match.end(), name=IS_A))
    return sorted(pieces, key=lambda piece: piece.start)


def _overlaps(match: re.Match[str], pieces: Sequence[_Piece]) -> bool:
    return any(match.start() < piece.end and piece.start < match.end() for piece in pieces)


_Alternatives: TypeAlias = list[tuple[Triple, ...]]


def _alternatives(text: str, pieces: list[_Piece]) -> _Alternatives:
    names = [piece.name for piece in pieces]
    match [piece.kind for piece in pieces]:
        case ["concept", "relation", "concept"]:
            return [(Triple(subject=names[0], relation=names[1], object=names[2]),)]
        case ["concept", "concept"] if _OPENS_IS_A.match(text) and not _joined(text[pieces[0].end : pieces[1].start]):
            return [(Triple(subject=names[0], relation=IS_A, object=names[1]),)]
        case [*kinds] if kinds.count("gap") == 1 and not _DEFINITION.match(text[: pieces[-1].start]):
            return _open_alternatives(text, pieces)
    return []


def _open_alternatives(text: str, pieces: list[_Piece]) -> _Alternatives:
    """The triples of a question with a gap, such as "which of these dishes", whose "dishes" is a condition too."""
    gap = next(number for number, piece in enumerate(pieces) if piece.kind == "gap")
    conditions: tuple[Triple, ...] = ()
    following = pieces[gap + 1] if gap + 1 < len(pieces) else None
    if following and following.kind == "concept" and not text[pieces[gap].end : following.start].strip():
        conditions = (Triple(subject=None, relation=IS_A, object=following.name),)
        pieces = pieces[: gap + 1] + pieces[gap + 2 :]
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


def _conjunction(text: str, pieces: Sequence[_Piece]) -> list[Triple]:
    """What is said of the gap, which is the first piece; nothing where the pieces are not plainly joined."""
    triples: list[Triple] = []
    relation = ""
    for before, piece in pairwise(pieces):
        between = text[before.end : piece.start]
        joined = _joined(between)
        match before.kind, piece.kind:
            case ("gap", "relation"):
                pass
            case ("relation", "concept"):
                triples.append(Triple(subject=None, relation=relation, object=piece.name))
            case ("concept", "concept") if joined:
                triples.append(Triple(subject=None, relation=relation, object=piece.name))
            # "A dish that contains gluten" says both of the gap; "part of a sauce that contains gluten" does not.
            case ("concept", "relation") if joined or (relation == IS_A and "that" in between.split()):
                pass
            case _:
                return []
        relation = piece.name if piece.kind == "relation" else relation
    return triples if pieces[-1].kind == "concept" else []


def _joined(between: str) -> bool:
    return "," in between or "and" in between.split()
