"""The types of what functions take and return: plain values, as Python annotates them.

An annotation is read from the syntax tree and never run.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, Union

from pydantic import ConfigDict, TypeAdapter, ValidationError

_SHOWN = 60
_NAMED: Mapping[str, Any] = MappingProxyType({"str": str, "int": int, "float": float, "bool": bool, "Any": Any})
_NAMES = "`str`, `int`, `float`, `bool`, `None`, `Any`, `list[…]`, `dict[str, …]`, `Literal[…]` and `… | …`"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainType:
    """A type of plain values."""

    text: str
    """As it is annotated."""
    form: TypeAdapter[Any]

    def problem(self, value: object) -> str:
        """What is wrong with a value, as the rest of a sentence; empty where it is of the type, without conversion."""
        try:
            self.form.validate_python(value, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            shown = repr(first["input"])
            shown = f"{shown[:_SHOWN]}…" if len(shown) > _SHOWN else shown
            return f"has to be `{self.text}`, and {f'{shown} in it is not' if first['loc'] else f'not {shown}'}."
        return ""

    def json_schema(self) -> dict[str, Any]:
        """The type as JSON Schema."""
        return self.form.json_schema()


class AnnotationError(ValueError):
    """An annotation that is no type of plain values; the text says why."""


def plain_type(annotation: ast.expr) -> PlainType:
    """The type that an annotation states.

    Raises:
        AnnotationError: it states none, or none of plain values.
    """
    try:
        text, stated = ast.unparse(annotation), _stated(annotation)
        return PlainType(text=text, form=TypeAdapter(stated, config=ConfigDict(allow_inf_nan=False)))
    except RecursionError:
        raise AnnotationError("it is nested too deep.") from None


def _stated(node: ast.expr) -> Any:
    match node:
        case ast.Name(id=name) if name in _NAMED:
            return _NAMED[name]
        case ast.Constant(value=None):
            return None
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return Union[_stated(left), _stated(right)]  # noqa: UP007  # of types that are not known before
        case ast.Subscript(value=ast.Name(id="list"), slice=item):
            return list[_stated(item)]  # type: ignore[misc]  # of a type that is not known before
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[ast.Name(id="str"), item])):
            return dict[str, _stated(item)]  # type: ignore[misc]
        case ast.Subscript(value=ast.Name(id="Literal"), slice=values):
            return Literal[_constants(values)]
    raise AnnotationError(f"`{ast.unparse(node)}` is no type of plain values; there are {_NAMES}.")


def _constants(node: ast.expr) -> tuple[str | int | bool, ...]:
    items = node.elts if isinstance(node, ast.Tuple) else [node]
    found = [item.value for item in items if isinstance(item, ast.Constant)]
    if len(found) != len(items) or not all(isinstance(value, str | int) for value in found):
        raise AnnotationError("`Literal` takes texts, whole numbers and truth values.")
    return tuple(found)  # type: ignore[arg-type]  # seen above
