"""Refuses expressions nested more deeply than the parsers and the Python stack can follow.

The parser of Manchester syntax and OWL/XML descends by recursion and ends the whole process when its stack is full, so
the depth is measured before it sees the text. Ontologies made by people stay below twenty.
"""

import re

from entailed.errors import ReadError

DEEPEST = 200
TOO_DEEP = f"an expression is nested more than {DEEPEST} levels deep"

_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|<[^<>\n]*>|(?P<opens>\()|(?P<closes>\))', re.DOTALL)
_TAGS = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[?!][^>]*>|<[^>]*/>|(?P<closes></)|(?P<opens><)", re.DOTALL)


def refuse_deep_nesting(text: str, *, tags: bool, source: str) -> None:
    """Measure how deeply a document is nested, by XML tags or by parentheses outside literals and IRIs.

    Raises:
        ReadError: more deeply than `DEEPEST`; with the line.
    """
    depth = 0
    for token in (_TAGS if tags else _BRACKETS).finditer(text):
        if token.lastgroup == "opens":
            depth += 1
            if depth > DEEPEST:
                raise too_deep(source, line=text.count("\n", 0, token.start()) + 1)
        elif token.lastgroup == "closes":
            depth -= 1


def too_deep(source: str, *, line: int | None = None) -> ReadError:
    """The error for an expression that is nested too deeply."""
    return ReadError(f"{TOO_DEEP}.", source=source, line=line, advice="Name its inner parts by classes of their own.")
