"""Whether a question says anything beside the pieces that its meaning is read from."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from entailed.oarag.framing import clauses, is_caveat, is_framing
from entailed.oarag.pieces import BEFORE_SUBJECT, EMPTY_WORDS, LIST_MARK, Piece
from entailed.search import words

_BEFORE_RELATION = BEFORE_SUBJECT | {"also", "both", "it", "they", "which", "who"}
"""Behind a name, words that take it up again, or what is asked for."""
_BEFORE_GAP = EMPTY_WORDS | {"for", "of"}
"""As in: of these, which; for which of these is it true."""
_BEFORE_BLANK = BEFORE_SUBJECT | {"about", "for", "in", "of"}
"""What leads to a statement with a blank, as in: In "the nucleolus is part of …"."""
_RELATING = frozenset(
    words(
        "below between by connect connected connects exist exists following from hold holds how in lead leads link "
        "linked links of relate related relates relation relations relationship relationships stand stands to way what "
        "which with"
    )
)
"""Words with which it is asked how two things are related."""
_QUOTES = " \"'“”«»"
_SENTENCE_END = re.compile(r"[.?!](?=\s|\Z)|\(")
_OPENS_CLAUSE = re.compile(
    r"\s*(?:(?:for|in|of)\s+)?(?:choose|complete|find|give|list|mark|name|pick|select|such\s+that|tick|what|which)\b",
    re.IGNORECASE,
)
_TAKES_UP = re.compile(
    r"\s*(?:(?:for|of)\s+which|such\s+that|that|which|each\s+of\s+(?:them|these|those))\b", re.IGNORECASE
)
_SOME = re.compile(r"\b(?:at\s+least\s+one|one\s+or\s+more)(?:\s+of)?\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:all|each|every)\s+(?:instances?|members?|ones?)\b", re.IGNORECASE)
_EMPTY_PHRASE = re.compile(
    r"\b(?:according\s+to|going\s+by|by|from|in)\s+(?:the|this)\s+ontology\b"
    r"|\b(?:to|with)\s+(?:each\s+other|one\s+another)\b",
    re.IGNORECASE,
)


def adds_nothing(text: str, pieces: Sequence[Piece]) -> bool:
    """Whether all that stands between pieces, before the first and behind the last adds nothing to them."""
    if not pieces:
        return False
    first, last = pieces[0], pieces[-1]
    leading = BEFORE_SUBJECT if first.kind == "concept" else _BEFORE_GAP
    if any(piece.kind == "blank" for piece in pieces):
        leading = _BEFORE_BLANK
    return (
        _leads_to(_stretch(text, None, first), leading)
        and all(_joins(_stretch(text, *pair), *pair) for pair in pairwise(pieces))
        and _ends(_stretch(text, last, None), EMPTY_WORDS, may_go_on=last.kind != "relation")
    )


def only_asks_relation(text: str, concepts: Sequence[Piece]) -> bool:
    """Whether all that stands around two concepts asks how they are related."""
    first, second = concepts
    return (
        _leads_to(_stretch(text, None, first), BEFORE_SUBJECT | _RELATING)
        and _consists_of(_stretch(text, first, second), EMPTY_WORDS | _RELATING)
        and _ends(_stretch(text, second, None), EMPTY_WORDS | _RELATING, may_go_on=True)
    )


def _stretch(text: str, before: Piece | None, after: Piece | None) -> str:
    """The text between two pieces without the quotes around them; None is the beginning or the end of the text."""
    stretch = text[before.end if before else 0 : after.start if after else len(text)]
    stretch = _EACH.sub("each", _SOME.sub("any", stretch))
    return LIST_MARK.sub(";", _EMPTY_PHRASE.sub("", stretch)).strip(_QUOTES)


def _leads_to(stretch: str, empty: Collection[str]) -> bool:
    """Whether the text before the first piece adds nothing."""
    *earlier, same = _SENTENCE_END.split(stretch)
    return all(map(_tells_how_to_answer, earlier)) and all(
        _consists_of(part, empty) or is_framing(part) for part in _parts(same)
    )


def _joins(stretch: str, before: Piece, after: Piece) -> bool:
    """Whether the text between two pieces adds nothing.

    Whatever stands before a filler bears on it, as in "part of each class of". "A cell in each class is part of" says
    more than its names, and "a cell of which the ontology says that it is part of" does not.
    """
    if before.kind == "relation" or (after.kind == "concept" and before.kind != "gap"):
        return _consists_of(stretch, EMPTY_WORDS)
    parts = _parts(stretch)
    if before.kind == "concept" and after.kind == "relation" and not _TAKES_UP.match(parts[-1]):
        *parts, last = parts
        if not _consists_of(last, _BEFORE_RELATION):
            return False
    return all(_consists_of(part, _BEFORE_RELATION) or is_framing(part) for part in parts)


def _ends(stretch: str, empty: Collection[str], *, may_go_on: bool) -> bool:
    """Whether the text behind the last piece adds nothing.

    Its own sentence may go on to say what is to be completed. It is a later one that tells how to answer: "and nothing
    else" means something else behind a name.
    """
    same, *later = _SENTENCE_END.split(stretch)
    first, *others = _parts(same)
    if not may_go_on and not _consists_of(first, empty):
        return False
    goes_on = [part for part in (first, *others) if not _consists_of(part, empty)]
    return all(_OPENS_CLAUSE.match(part) and is_framing(part) for part in goes_on) and all(
        map(_tells_how_to_answer, later)
    )


def _tells_how_to_answer(sentence: str) -> bool:
    return all(_consists_of(part, EMPTY_WORDS) or is_framing(part) or is_caveat(part) for part in _parts(sentence))


def _parts(text: str) -> list[str]:
    return [text[start:end] for start, end in clauses(text)]


def _consists_of(text: str, allowed: Collection[str]) -> bool:
    return set(words(text)) <= set(allowed)
