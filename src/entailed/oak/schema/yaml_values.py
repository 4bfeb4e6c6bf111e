"""YAML as plain values, each with the line it stands on, from files that anyone may have written.

Every scalar stays text, so that `NO` and `1.0` are what was written; what a text has to be is for its reader to say.
Only a field without a value has none.
Aliases, tags and repeated keys are refused: a small file cannot become a large value, and nothing is overwritten.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from entailed.errors import KernelError, SchemaError

LARGEST_FILE = 500_000
"""Characters."""
_DEEPEST = 30

Location: TypeAlias = tuple[str | int, ...]
"""The keys and positions that lead to a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedValue:
    """A document of mappings, sequences, texts and None."""

    value: Any
    lines: Mapping[Location, int]
    """1-based; a value in a mapping stands where its key does."""

    def line_of(self, location: Location) -> int:
        """The line of the value at a location, or else of the nearest value around it."""
        while location not in self.lines and location:
            location = location[:-1]
        return self.lines.get(location, 1)


def read_text(path: Path) -> str:
    """The text of a file, of which no more is read than `read_yaml` takes.

    Raises:
        SchemaError: it is not UTF-8.
        KernelError: there is no such file, or it may not be read.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LARGEST_FILE + 1)
    except UnicodeDecodeError as error:
        raise SchemaError([(1, "it is not UTF-8. Save it as UTF-8.")], source=str(path)) from error
    except OSError as error:
        raise KernelError(f"{path}: {error.strerror}. Name a file in YAML.") from error


def read_yaml(text: str, *, source: str) -> LocatedValue:
    """Read one document.

    Raises:
        SchemaError: it is no YAML, or larger or deeper than allowed, or holds what is refused.
    """
    if len(text) > LARGEST_FILE:
        problem = f"it has more than {LARGEST_FILE:,} characters. Is this the right file?"
        raise SchemaError([(1, problem)], source=source)
    reader = _Reader()
    try:
        root = _Loader(text).get_single_node()
        value = reader.value(root, ()) if root else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise SchemaError([(line, f"this is no YAML: {error.problem}.")], source=source) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        problem = f"it holds U+{error.character:04X}, a character that YAML does not allow. Take it out."
        raise SchemaError([(line, problem)], source=source) from error
    if reader.problems:
        raise SchemaError(reader.problems, source=source)
    return LocatedValue(value=value, lines=reader.lines)


class _Loader(yaml.SafeLoader):
    """Composes nodes, without aliases and to a limited depth; no values are constructed."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
        if self.check_event(yaml.AliasEvent):
            raise yaml.MarkedYAMLError(problem="aliases are not read here; write the value out", problem_mark=mark)
        if self._depth == _DEEPEST:
            raise yaml.MarkedYAMLError(problem=f"it is nested deeper than {_DEEPEST} levels", problem_mark=mark)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Reader:
    """Makes values of nodes, and notes their lines and what is wrong with them."""

    def __init__(self) -> None:
        self.lines: dict[Location, int] = {}
        self.problems: list[tuple[int, str]] = []

    def value(self, node: yaml.Node, location: Location) -> Any:
        line = node.start_mark.line + 1
        self.lines.setdefault(location, line)
        if not node.tag.startswith("tag:yaml.org,2002:") or node.tag.startswith("tag:yaml.org,2002:python"):
            self.problems.append((line, f"the tag `{node.tag}` is not read here; leave it out."))
        match node:
            case yaml.MappingNode():
                return self._mapping(node, location)
            case yaml.SequenceNode():
                return [self.value(item, (*location, position)) for position, item in enumerate(node.value)]
        is_item = location and isinstance(location[-1], int)
        return None if node.tag == "tag:yaml.org,2002:null" and not is_item else node.value

    def _mapping(self, node: yaml.MappingNode, location: Location) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key, line = key_node.value, key_node.start_mark.line + 1
            if not isinstance(key, str):
                self.problems.append((line, "a key has to be a text."))
            elif key in found:
                first = self.lines[*location, key]
                self.problems.append((line, f"`{key}` is stated a second time; it was on line {first} already."))
            else:
                self.lines[*location, key] = line
                found[key] = self.value(value_node, (*location, key))
        return found
