"""String similarity for ranking close names."""

from collections.abc import Sequence

from cydifflib import SequenceMatcher

_LACKING = 0.85
"""What a word that is asked for and lacking takes away; one beyond those asked for takes away the rest of 1.

Chosen on perturbed names of GO and FoodOn: with less, a name that lacks a word comes before the longer one that has it;
with more, a longer name comes before the one whose only difference is a word in another form.
"""


def ratcliff_obershelp(first: str, second: str) -> float:
    """Similarity of two strings from 0 to 1: twice the characters in matching blocks over all characters.

    Not symmetric; keep the same kind of string first.

    Source: Ratcliff and Metzener (1988), "Pattern Matching: The Gestalt Approach".
    """
    # `autojunk` would drop frequent characters from longer strings, and with them most of a chemical name.
    return float(SequenceMatcher(None, first, second, autojunk=False).ratio())


def word_overlap(wanted: Sequence[str], name: Sequence[str]) -> float:
    """Similarity of two names from 0 to 1 by the words they share, in whatever order these stand.

    Not symmetric: a name with one more word is likelier to be meant than one that lacks a word asked for.

    >>> word_overlap(["saw", "bow"], ["bow", "saw"])
    1.0
    >>> word_overlap(["hand", "saw"], ["large", "hand", "saw"]) > word_overlap(["hand", "saw"], ["saw"])
    True

    Source: Tversky (1977), "Features of Similarity", the ratio model.
    """
    beyond = list(name)  # names are short: removing from a list takes a quarter of the time that counters do
    for word in wanted:
        if word in beyond:
            beyond.remove(word)
    shared = len(name) - len(beyond)
    lacking = len(wanted) - shared
    return shared / (shared + _LACKING * lacking + (1 - _LACKING) * len(beyond)) if shared else 0.0
