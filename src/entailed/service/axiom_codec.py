"""Logical axioms as compact JSON lines over the numbers of an index, and back.

    a class              its number
    an object property   -1 - its number
    another value        [name of its type, field, …]
    a tuple              [null, item, …]
    a cardinality        {"n": 2}
    text                 itself

Annotations on axioms are left out: nothing is entailed by them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from entailed.owl import model as owl

_TYPES = {name: kind for name, kind in vars(owl).items() if isinstance(kind, type) and is_dataclass(kind)}


class AxiomWriter:
    """Writes axioms over the numbers of classes and roles."""

    def __init__(self, classes: Sequence[str], roles: Sequence[str]) -> None:
        self._class_number = {iri: number for number, iri in enumerate(classes)}
        self._role_number = {iri: number for number, iri in enumerate(roles)}

    def line(self, axiom: owl.Axiom) -> str:
        """An axiom as one line."""
        match axiom:
            case owl.SubClassOf(owl.Class(sub), owl.Class(sup)):  # most axioms: not worth the general way
                return f'["SubClassOf",{self._class_number[sub]},{self._class_number[sup]}]'
        return json.dumps(self._encoded(axiom), ensure_ascii=False, separators=(",", ":"))

    def _encoded(self, value: Any) -> Any:
        match value:
            case owl.Class(iri):
                return self._class_number[iri]
            case owl.ObjectProperty(iri):
                return -1 - self._role_number[iri]
            case str() | bool() | None:
                return value
            case int():
                return {"n": value}
            case tuple():
                return [None, *map(self._encoded, value)]
        return [
            type(value).__name__,
            *(self._encoded(getattr(value, name)) for name in _stored_fields(value.__class__)),
        ]


class AxiomReader:
    """Reads what an `AxiomWriter` wrote."""

    def __init__(self, classes: Sequence[str], roles: Sequence[str]) -> None:
        self._classes = classes
        self._roles = roles

    def axiom(self, line: str) -> owl.Axiom:
        """The axiom of a line.

        Raises:
            ValueError: The line was not written by an `AxiomWriter`.
        """
        try:
            axiom: owl.Axiom = self._decoded(json.loads(line))
            return axiom
        except (KeyError, IndexError, TypeError) as error:
            raise ValueError(f"not a stored axiom: {line[:80]}") from error

    def _decoded(self, stored: Any) -> Any:
        match stored:
            case str() | bool() | None:
                return stored
            case int():
                if stored >= 0:
                    return owl.Class(self._classes[stored])
                return owl.ObjectProperty(self._roles[-1 - stored])
            case [None, *items]:
                return tuple(map(self._decoded, items))
            case [str() as name, *values]:
                kind = _TYPES[name]
                return kind(**dict(zip(_stored_fields(kind), map(self._decoded, values), strict=True)))
            case Mapping():
                return stored["n"]
        raise TypeError


@cache
def _stored_fields(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name != "annotations")
