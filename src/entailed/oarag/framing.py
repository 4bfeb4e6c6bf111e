"""The words with which any question is put, beside those of what it asks about.

"Choose every option that follows from the ontology, and no other" and "which of these concepts completes the
statement" say nothing of the things that an ontology describes. A clause is taken for such only if each of its words is
known to be: any other may change what is asked.
"""

import re
from collections.abc import Iterator

from entailed.search import words

_ANCHORS = frozenset(
    words(
        "alternative alternatives answer answers axiom axioms blank candidate candidates choice choices choose "
        "class classes common complete completed completes completing concept concepts condition conditions "
        "consider criteria criterion entities entity fill fills find fit fits following gap give identify indicate "
        "know knows list mark name ontology option options pick properties property question relation relations "
        "requirement requirements select sentence show state statement statements suppose term terms them tick true "
        "what which"
    )
)
"""A clause about the asking has at least one of these."""
_OTHERS = frozenset(
    words(
        "a about according all an and any applies apply are as at be been belong belongs both by correct do does "
        "each end entail entailed entails every everything exactly follow follows for from fulfil fulfill fulfills "
        "fulfils given go goes has have hold holds how implied implies imply in into is it its just least matching "
        "meet meets must of on one ones only or place please precisely put right said satisfies satisfy satisfying "
        "say says stand stands such support supported supports take takes that the there these they this those to "
        "we where who with your"
    )
)
_CONDITIONS = frozenset(words("condition conditions criteria criterion following properties requirement requirements"))
_CHOICE = frozenset(words("any one or"))
"""With the words for conditions, they ask for less than all of these."""
_DOUBTS = frozenset(
    words(
        "else enough guess guessed likely more other others plausible possible probable sound sounds suffice suffices "
        "sufficient"
    )
)
_DENIALS = frozenset(words("being but looks merely no none not nothing rather seem seems simply something than"))
_CAVEAT = re.compile(
    r"\s*(?:(?:and|but)\s+)?(?:being|none|nothing|not?|only|rather|that)\b"
    r"|.*\b(?:(?:is|are)\s+not\s+(?:enough|sufficient)|(?:does|do)\s+not\s+suffice)\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_ONLY = re.compile(r"\s*(?:and\s+)?only\s+(?:them|these|those)\s*", re.IGNORECASE)
_MODAL = re.compile(
    r"\b(?:can|could|may|might|should)\s+(?=(?:be\s+(?:correct|put|right)|complete|fill|fit|go|stand|take)\b)",
    re.IGNORECASE,
)
"""What may complete a statement does so."""
_BREAK = re.compile(r"[,;:.?!…–—\n\"“”«»()\[\]]|\s-\s|(?=\b(?:and|but)\s+(?:none|not?|nothing|only)\b)", re.IGNORECASE)
"""Between clauses. What is in quotes is one of its own."""


def clauses(text: str) -> Iterator[tuple[int, int]]:
    """Where the clauses of a text begin and end."""
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def is_about_asking(clause: str) -> bool:
    """Whether a clause tells how to answer and nothing else: "choose every option", "and no other"."""
    return is_framing(clause) or is_caveat(clause)


def is_framing(clause: str) -> bool:
    """Whether a clause is about the asking alone."""
    found = frozenset(words(_MODAL.sub("", clause)))
    of_choice = bool(found & _CONDITIONS and found & _CHOICE)
    return bool(found & _ANCHORS) and found <= _ANCHORS | _OTHERS and not of_choice


def is_caveat(clause: str) -> bool:
    """Whether a clause only warns of guesses and of further options: "and no option that is merely plausible"."""
    found = frozenset(words(clause))
    warns = found <= _ANCHORS | _OTHERS | _DOUBTS | _DENIALS and bool(found & _DOUBTS)
    return (warns and _CAVEAT.match(clause) is not None) or _ONLY.fullmatch(clause) is not None
