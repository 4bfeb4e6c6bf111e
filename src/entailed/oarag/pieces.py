"""The pieces that a question is read from: names, "is a", and the gap that it asks for."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias

from entailed.oarag.framing import clauses, is_about_asking
from entailed.search import words
from entailed.service import Mention

IS_A = "is a"

EMPTY_WORDS = frozenset(
    ("a", "an", "the", "is", "are", "be", "has", "have", "does", "do", "these", "those", "any", "some", "and", "that")
)
"""Words that add nothing to names. No prepositions: "in" or "with" would add to what the relation says."""
BEFORE_SUBJECT = EMPTY_WORDS | {"every", "each", "all"}
"""What is entailed holds of every instance of the subject, but of some of the object."""

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a question."""

    kind: Literal["gap", "blank", "relation", "concept"]
    """A gap is asked for in words, such as "which of these"; a blank, such as "[?]", is what is to be filled."""
    start: int
    end: int
    name: str = ""


_NOUN = r"(?:classe?|concept|entit(?:y|ie)|item|one|option|relation|term|thing)s?"
_WHICH = re.compile(
    rf"\b(which|what)\b(?:\s+{_NOUN}\b)?"
    rf"(?:\s+of\s+(?:these|those|them|the\s+following)\b(?:\s+{_NOUN}\b)?)?",
    re.IGNORECASE,
)
_FIND = re.compile(
    r"\b((?:are\s+there|(?:i\s+am\s+)?looking\s+for"
    r"|choose|find|give|identify|indicate|list|mark|name|pick|return|select|show|state|tick)\b"
    r"(?:\s+(?:me|us|at\s+least|one|or|more|of|all|every|each|any|some|an?|the|those)\b)*)"
    rf"(?:\s+(?:{_NOUN}|everything|anything)\b)?",
    re.IGNORECASE,
)
_BLANK = re.compile(
    r"\[\s*(?:\?|…|\.{3}|blank|gap|mask)\s*\]|\(\s*\?\s*\)|(?<![^\W_])_{2,}(?![^\W_])|(?<![^\s\"“«])(?:…|\.{3})(?!\w)",
    re.IGNORECASE,
)
_IS_A = re.compile(
    r"\b(?:(?:is|are)\s+)?(?:an?\s+)?(?:descendant|example|kind|sort|subclasse?|subtype|type)s?\s+of\b"
    rf"|(?:\b(?:is|are)|\b{_NOUN})\s+(?P<under>under|below)\b"
    rf"|\b(?:is|are)\s+an?\b(?!\s+(?:{_NOUN}|list|question|sentence|statement)\b)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|(?<!\w)'([^']+)'(?!\w)")
LIST_MARK = re.compile(r"(?:(?<=\s)|\A)\(?(?:\d{1,2}|[a-h]|i{1,3}|i?v)[.)](?=\s)")
"""Before an item of a list: "1.", "(b)"."""
_SENTENCE_END = re.compile(r"[.?!]\s")


def find_pieces(text: str, mentions: Sequence[Mention]) -> list[Piece]:
    """The pieces in the order of the text; a question has one gap or blank at most.

    Quotes make a name of what they hold, whether the ontology knows it or not. A word with which the question is put,
    such as "statement", is no name, unless it stands in quotes.
    """
    unknown = list(unknown_in_quotes(text, mentions))
    quoted = set(_in_quotes(text))
    asking = [(start, end) for start, end in clauses(text) if is_about_asking(text[start:end])]
    pieces = [Piece(kind="concept", start=start, end=end, name=text[start:end]) for start, end in unknown]
    for mention in mentions:
        span = mention.start, mention.end
        if not _overlap(span, unknown) and (span in quoted or not _overlap(span, asking)):
            pieces.append(_named(text, mention))
    if (gap := _gap(text, pieces)) is not None:
        pieces.append(gap)
    pieces += _classifications(text, pieces)
    return sorted(pieces, key=lambda piece: piece.start)


def _named(text: str, mention: Mention) -> Piece:
    """A mention without the blank beside it, which may be drawn with underscores and counts as space in names."""
    found = text[mention.start : mention.end].lstrip("_ ")
    start = mention.end - len(found)
    end = start + len(found.rstrip("_ "))
    return Piece(kind=mention.kind, start=start, end=end, name=mention.linked.text.strip("_ "))


def unknown_in_quotes(text: str, mentions: Sequence[Mention]) -> Iterator[Span]:
    """What stands in quotes, and neither is a name found in the text nor a statement made of such."""
    for start, end in _in_quotes(text):
        inside = [(mention.start, mention.end) for mention in mentions if start <= mention.start and mention.end <= end]
        ends = [start, *chain.from_iterable(inside), end]
        left = words(" ".join(text[first:last] for first, last in zip(ends[::2], ends[1::2], strict=True)))
        if not _BLANK.search(text, start, end) and not (inside and BEFORE_SUBJECT.issuperset(left)):
            yield start, end


def _in_quotes(text: str) -> Iterator[Span]:
    return (match.span(match.lastindex or 0) for match in _QUOTED.finditer(text))


def _gap(text: str, pieces: Sequence[Piece]) -> Piece | None:
    """A blank, or else the first words that ask for something, be it with a question or a request."""
    if (blank := _BLANK.search(text)) is not None:
        return Piece(kind="blank", start=blank.start(), end=blank.end())
    asking = [match for match in _FIND.finditer(text) if _names_follow(text, match.end(), pieces)]
    taken = [(piece.start, piece.end) for piece in pieces]
    spans = [match.span(group) for match in (*_WHICH.finditer(text), *asking) for group in (0, 1)]
    free = [span for span in spans if not _overlap(span, taken)]
    first = min(free, key=lambda span: (span[0], -span[1]), default=None)
    return None if first is None else Piece(kind="gap", start=first[0], end=first[1])


def _names_follow(text: str, position: int, pieces: Sequence[Piece]) -> bool:
    """Whether a name stands behind a position in the same sentence."""
    return any(position <= piece.start and not _SENTENCE_END.search(text, position, piece.start) for piece in pieces)


def _classifications(text: str, pieces: Sequence[Piece]) -> Iterator[Piece]:
    taken = [(piece.start, piece.end) for piece in pieces]
    relations = [piece.start for piece in pieces if piece.kind == "relation"]
    for match in _IS_A.finditer(text):
        start, end = match.span("under" if match["under"] else 0)
        # No classification: "is a" where "part of" follows, and the "Is a" that opens a question.
        before_relation = any(not text[end:relation].strip() for relation in relations if relation >= end)
        if start > 0 and not before_relation and not _overlap((start, end), taken):
            yield Piece(kind="relation", start=start, end=end, name=IS_A)


def _overlap(span: Span, others: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
