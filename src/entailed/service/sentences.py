"""Where a sentence ends."""

import re
from textwrap import wrap

MOST_CHARACTERS = 2_000
"""A sentence longer than this is cut into pieces."""
_ABBREVIATIONS = ("e.g.", "i.e.", "cf.", "vs.", "sp.", "ca.", "al.")
"""Behind which a sentence goes on."""
_GAP = re.compile(r" (?<=[.;!?] )" + "".join(rf"(?<!\b{re.escape(short)} )" for short in _ABBREVIATIONS))
"""A semicolon ends a sentence too: what stands on its two sides is said separately."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, on one line each.

    >>> sentences("Flesh of fish, e.g. cod. It spoils fast; keep it cold.")
    ['Flesh of fish, e.g. cod.', 'It spoils fast;', 'keep it cold.']
    """
    found = _GAP.split(" ".join(text.split()))
    if all(len(sentence) <= MOST_CHARACTERS for sentence in found):
        return [sentence for sentence in found if sentence]
    return [piece for sentence in found for piece in wrap(sentence, MOST_CHARACTERS)]
