"""How text becomes the terms that are indexed and searched."""

import re
import unicodedata
from functools import lru_cache
from itertools import chain

_WORD = re.compile(r"[^\W_]+")
_ASCII_WORDS = "".join(chr(code).lower() if chr(code).isalnum() else " " for code in range(128))
"""The same for plain ASCII, which most text is, in a third of the time."""


def words(text: str) -> list[str]:
    """Case-folded words in order, after NFKC; punctuation and underscores separate.

    >>> words("Nan's (old) 5-HT_receptor")
    ['nan', 's', 'old', '5', 'ht', 'receptor']
    """
    if text.isascii():
        return text.translate(_ASCII_WORDS).split()
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def words_and_trigrams(text: str) -> list[str]:
    """Words, and the character trigrams of each with its ends marked, so that a mistyped word still finds itself.

    >>> words_and_trigrams("mug")
    ['mug', '^mu', 'mug', 'ug$']
    """
    found = words(text)
    return [*found, *chain.from_iterable(map(_trigrams, found))]


@lru_cache(maxsize=1 << 16)
def _trigrams(word: str) -> tuple[str, ...]:
    # Kept, because the names of an ontology are made of few words again and again.
    padded = f"^{word}$"
    return tuple(padded[i : i + 3] for i in range(len(padded) - 2))
