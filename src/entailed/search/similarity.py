"""String similarity for ranking close names."""

from cydifflib import SequenceMatcher


def ratcliff_obershelp(first: str, second: str) -> float:
    """Similarity of two strings from 0 to 1: twice the characters in matching blocks over all characters.

    Not symmetric; keep the same kind of string first.

    Source: Ratcliff and Metzener (1988), "Pattern Matching: The Gestalt Approach".
    """
    # `autojunk` would drop frequent characters from longer strings, and with them most of a chemical name.
    return float(SequenceMatcher(None, first, second, autojunk=False).ratio())
