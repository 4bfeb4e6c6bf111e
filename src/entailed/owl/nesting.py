"""Refuses expressions nested more deeply than the parsers and the Python stack can follow.

The parser of Manchester syntax and OWL/XML descends by recursion and ends the whole process when its stack is full, so
the depth is measured before it sees the text. Ontologies made by people stay below twenty.
"""

import re

from entailed.errors import ReadError
from entailed.owl.quoted_text import QUOTED_OR_OPEN

DEEPEST = 200
TOO_DEEP = f"an expression is nested more than {DEEPEST} levels deep"
_MOST_ANNOTATED = 2000
"""Each list of annotations in a section may be within the one before it. The parser can follow some thousands."""

_WITHIN = r"(?:some|only|value|min|max|exactly)\b"
_MANCHESTER = re.compile(
    rf"""
      {QUOTED_OR_OPEN} | <[a-z][\w+.-]*:[^<>"\n]*> | \#[^\n]*
    | (?P<opens>\() | (?P<closes>\))
    | \b(?P<within>{_WITHIN})
    | \b(?P<annotated>Annotations:)
    | (?P<beside>\b(?:and|or)\b|\b[a-z]+:(?=\s)|,) (?! (?:\s|\#[^\n]*\n)* {_WITHIN})  # before these it is a name
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def refuse_deep_nesting(text: str, *, source: str) -> None:
    """Measure how deeply a document in Manchester syntax is nested: by parentheses, and by `r some s some …`.

    Raises:
        ReadError: more deeply than `DEEPEST`; with the line.
    """
    outside: list[int] = []
    depth = annotated = 0
    for token in _MANCHESTER.finditer(text):
        match token.lastgroup:
            case "opens":
                outside.append(depth)
                depth += 1
            case "closes":
                depth = outside.pop() if outside else 0
            case "within":
                depth += 1
            case "annotated":
                annotated += 1
            case "beside":
                depth = outside[-1] + 1 if outside else 0
                annotated = 0 if token[0].endswith(":") else annotated
        if depth > DEEPEST or annotated > _MOST_ANNOTATED:
            raise too_deep(source, line=text.count("\n", 0, token.start()) + 1)


def too_deep(source: str, *, line: int | None = None) -> ReadError:
    """The error for an expression that is nested too deeply."""
    return ReadError(f"{TOO_DEEP}.", source=source, line=line, advice="Name its inner parts by classes of their own.")
