"""Where a sentence ends."""

import re
from textwrap import wrap

MOST_CHARACTERS = 2_000
"""A sentence longer than this is cut into pieces."""
_ABBREVIATIONS = ("e.g.", "i.e.", "cf.", "vs.", "sp.", "ca.", "al.")
"""Behind which a sentence goes on."""
_ENDS = "[.;!?]"
"""A semicolon ends a sentence too: what stands on its two sides is said separately."""
_GAP = re.compile(rf" (?<={_ENDS} )" + "".join(rf"(?<!\b{re.escape(short)} )" for short in _ABBREVIATIONS))

_BLANKS = re.compile(r"\s+|(?<=[。！？])(?=\S)")
_ENDED = re.compile(rf"(?<={_ENDS})" + "".join(rf"(?<!\b{re.escape(short)})" for short in _ABBREVIATIONS))
_LINE_OF_ITS_OWN = re.compile(r"[-*+•#>]|\d+[.)]\s|\w[^\n:.;!?]{0,40}:\s|[^\n|\t]*[|\t]")
"""How a line begins that does not go on with the one before: items, headings, rows of a table, `Key: value`."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, on one line each.

    >>> sentences("Flesh of fish, e.g. cod. It spoils fast; keep it cold.")
    ['Flesh of fish, e.g. cod.', 'It spoils fast;', 'keep it cold.']
    """
    found = _GAP.split(" ".join(text.split()))
    if all(len(sentence) <= MOST_CHARACTERS for sentence in found):
        return [sentence for sentence in found if sentence]
    return [piece for sentence in found for piece in wrap(sentence, MOST_CHARACTERS)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end, in order, without the blanks between them.

    A blank line, and a line that is an item, a heading, a row of a table or `Key: value`, ends one as well.

    >>> text = "Rooms:\\n- a sea view\\n- no pool. Open all year."
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['Rooms:', '- a sea view', '- no pool.', 'Open all year.']
    """
    spans: list[tuple[int, int]] = []
    start = len(text) - len(text.lstrip())
    for blanks in _BLANKS.finditer(text, start):
        if _is_boundary(text, blanks):
            spans.append((start, blanks.start()))
            start = blanks.end()
    return [*spans, (start, len(text))] if start < len(text) else spans


def _is_boundary(text: str, blanks: re.Match[str]) -> bool:
    lines = blanks[0].count("\n")
    return (
        not blanks[0]
        or lines > 1
        or blanks.end() == len(text)
        or _ENDED.match(text, blanks.start()) is not None
        or (lines == 1 and _LINE_OF_ITS_OWN.match(text, blanks.end()) is not None)
    )
