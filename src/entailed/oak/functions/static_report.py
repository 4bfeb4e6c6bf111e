"""What a function reads of a schema, by its text alone: the types, properties and relations that its calls name.

Names count where they are written out, in the call or in a variable that never has another value. What is worked out
when the function runs cannot be known, and is said to be unknown; so is what becomes of an operator that is passed
around.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from entailed.oak.operators.operators import OPERATORS
from entailed.oak.schema.faults import meant
from entailed.oak.schema.model import Schema

Kind: TypeAlias = Literal["type", "property", "relation"]
_NAMING: Mapping[str, Kind] = {
    "types": "type",
    "relations": "relation",
    "property": "property",
    "properties": "property",
    "key": "property",
    "order_by": "property",
    "group_by": "property",
}
"""The arguments of operators that name parts of the schema: one, a list, or the keys of a mapping."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A part of the schema that a call names."""

    kind: Kind
    name: str
    line: int
    """1-based."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRead:
    """Where a function may read what cannot be told from its text."""

    text: str
    line: int
    """1-based."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticReport:
    """What a function reads."""

    operators: tuple[str, ...]
    """Those it calls, in the order of `OPERATORS`."""
    reads: tuple[Read, ...]
    """In the order of the lines."""
    unknown: tuple[UnknownRead, ...]

    def names(self, kind: Kind) -> tuple[str, ...]:
        """The parts of one kind, each once, in the order of the lines."""
        return tuple(dict.fromkeys(read.name for read in self.reads if read.kind == kind))

    def strangers(self, schema: Schema) -> Iterator[tuple[int, str]]:
        """What the schema does not have, as lines and sentences."""
        known = {
            "type": list(schema.entity_types),
            "relation": list(schema.relations),
            "property": list({p: None for type_ in schema.entity_types for p in schema.properties_of(type_)}),
        }
        for read in self.reads:
            if read.name not in known[read.kind]:
                yield read.line, f"the schema has no {read.kind} `{read.name}`{meant(read.name, known[read.kind])}"


def static_report(source: str) -> StaticReport:
    """Read the calls of operators in the text of a function, which has to be Python."""
    nodes = list(ast.walk(ast.parse(source)))
    calls = [(node.func.id, node) for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    calls = [(operator, node) for operator, node in calls if operator in OPERATORS]
    constants = _constants(nodes, {id(argument.value) for _, call in calls for argument in call.keywords})
    reads: list[Read] = []
    unknown: list[UnknownRead] = []
    for operator, call in calls:
        for argument in call.keywords:
            if argument.arg is None:
                unknown.append(UnknownRead(text=f"arguments of `{operator}`", line=call.lineno))
            elif argument.arg in _NAMING:
                kind, names = _NAMING[argument.arg], _names(argument.value, constants)
                if names is None:
                    unknown.append(UnknownRead(text=f"`{argument.arg}` of `{operator}`", line=argument.lineno))
                else:
                    reads += [Read(kind=kind, name=name, line=argument.lineno) for name in names]
    called = {id(call.func) for _, call in calls}
    unknown += [
        UnknownRead(text=f"`{node.id}`, which is passed around", line=node.lineno)
        for node in nodes
        if isinstance(node, ast.Name) and node.id in OPERATORS and id(node) not in called
    ]
    return StaticReport(
        operators=tuple(operator for operator in OPERATORS if operator in {name for name, _ in calls}),
        reads=tuple(sorted(reads, key=lambda read: read.line)),
        unknown=tuple(sorted(unknown, key=lambda read: read.line)),
    )


def _constants(nodes: Sequence[ast.AST], stated: Set[int]) -> Mapping[str, ast.expr]:
    """What is written out for names that the file gives one value and no other meaning anywhere.

    A list or mapping counts only where all that is ever done with it is to state it in calls of operators, by the
    identities of their arguments: it cannot grow on the way.
    """
    names = [node for node in nodes if isinstance(node, ast.Name)]
    stored = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
    stored.update(node.arg for node in nodes if isinstance(node, ast.arg))
    used = {node.id for node in names if isinstance(node.ctx, ast.Load) and id(node) not in stated}
    found: dict[str, ast.expr] = {}
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if stored[name] == 1 and (name not in used or isinstance(value, ast.Constant | ast.Tuple)):
                found[name] = value
    return found


def _names(node: ast.expr, constants: Mapping[str, ast.expr]) -> list[str] | None:
    """The names that an argument states; None where they are not all written out."""
    match node:
        case ast.Name(id=name) if name in constants:
            return _names(constants[name], {})
        case ast.Constant(value=None):
            return []
        case ast.Constant(value=str(name)):
            return [name]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return _joined(items, constants)
        case ast.Dict(keys=keys):
            return _joined(keys, constants)
    return None


def _joined(items: list[ast.expr] | list[ast.expr | None], constants: Mapping[str, ast.expr]) -> list[str] | None:
    found = [_names(item, constants) if item else None for item in items]  # None where a mapping is unpacked
    return [name for names in found if names for name in names] if None not in found else None
