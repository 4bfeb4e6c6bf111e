"""Grammars that decoding is held to, in GBNF: the notation of llama.cpp, which vLLM's engines read as well.

A grammar is put together from rules, a mapping from names to right-hand sides. The first rule of a mapping is what the
whole of it derives; `render` wants it to be `root`.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Rules: TypeAlias = Mapping[str, str]
"""Right-hand sides by the name of the rule: letters, digits and hyphens. The first is the one to begin with."""

LINE = r"[^\x00-\x1F\x7F]"
"""One character that stands on a line: no control character."""

_VISIBLE = r"[!#-\[\]-~\xA1-\u167F\u3001-\uD7FF]"
"""A first character that is no space, of which Unicode has many, and that JSON does not escape."""
_ESCAPES = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"}


def literal(text: str) -> str:
    r"""The grammar of exactly this text.

    >>> print(literal('say "no"\n'))
    "say \"no\"\n"
    """
    return (
        '"' + "".join(_ESCAPES.get(sign, sign if sign.isprintable() else rf"\U{ord(sign):08X}") for sign in text) + '"'
    )


def one_of(texts: Iterable[str]) -> str:
    """The grammar of any of the texts, of which there is at least one.

    >>> print(one_of(["yes", "no"]))
    ("yes" | "no")
    """
    return f"({' | '.join(map(literal, texts))})"


def json_text(most: int) -> str:
    """The grammar of a text in JSON: 1 to `most` characters on one line, the first of which is no space."""
    character = r'([^"\\\x00-\x1F\x7F] | "\\" ["\\])'
    return rf'"\"" {_VISIBLE} {character}{{0,{most - 1}}} "\""'


def json_list(item: str, most: int) -> str:
    """The grammar of a list in JSON of 0 to `most` items."""
    return f'"[" ({item} (", " {item}){{0,{most - 1}}})? "]"'


def start(rules: Rules) -> str:
    """The name of the rule to begin with."""
    return next(iter(rules))


def render(rules: Rules) -> str:
    """The rules as one text, ready to be sent with a request."""
    return "".join(f"{name} ::= {body}\n" for name, body in rules.items())
