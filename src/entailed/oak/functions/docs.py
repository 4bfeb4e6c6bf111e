"""The docstring of a function of a kernel: what it says to readers, and its sections that are read by line."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import TypeAlias

Section: TypeAlias = Sequence[tuple[int, str]]
"""Lines of a section: each with its number in the file, from 1."""
_SECTIONS = {"Requires:": "requires", "Ensures:": "ensures", "Examples:": "examples"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocstringSections:
    """A docstring in parts."""

    description: str
    """All but the sections."""
    requires: Section
    ensures: Section
    examples: Section


def docstring_sections(definition: ast.FunctionDef) -> DocstringSections:
    """Take the docstring of a function apart.

    A section is a line such as `Requires:` and the lines under it that are indented further, one item each.
    """
    sections: dict[str, list[tuple[int, str]]] = {name: [] for name in _SECTIONS.values()}
    described: list[str] = []
    current, indent = "", 0
    for number, line in _lines(definition):
        stripped = line.strip()
        indented = len(line) - len(line.lstrip())
        if current and stripped and indented <= indent:
            current = ""
        if stripped in _SECTIONS:
            current, indent = _SECTIONS[stripped], indented
        elif current:
            sections[current] += [(number, stripped)] if stripped else []
        else:
            described.append(line)
    return DocstringSections(description="\n".join(described).strip(), **sections)


def _lines(definition: ast.FunctionDef) -> Sequence[tuple[int, str]]:
    """The lines of the docstring, each with its number in the file, without the indentation that all have."""
    first, _, rest = (ast.get_docstring(definition, clean=False) or "").partition("\n")
    return list(enumerate([first.strip(), *dedent(rest).split("\n")], definition.body[0].lineno))
