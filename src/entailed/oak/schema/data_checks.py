"""Checks of the values that a schema allows: each property by itself, and beside those it is inherited with.

The declarations of one property on a type and its supertypes all hold at once, so they are compared, and no reasoner
is needed: ranges and enumerations are decided exactly here.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime

from entailed.oak.schema.faults import Finding, quoted
from entailed.oak.schema.model import Property, Schema, ValueType

_NUMBERS = (ValueType.INTEGER, ValueType.NUMBER)


def _boolean(text: str) -> bool:
    return {"true": True, "false": False}[text]


_READ: Mapping[ValueType, Callable[[str], object]] = {
    ValueType.STRING: str,
    ValueType.INTEGER: int,
    ValueType.NUMBER: float,
    ValueType.BOOLEAN: _boolean,
    ValueType.DATE: date.fromisoformat,
    ValueType.DATETIME: datetime.fromisoformat,
}


def data_findings(schema: Schema) -> Iterator[Finding]:
    """What is wrong with properties, type by type."""
    for type_, declared in schema.entity_types.items():
        for name, property in declared.properties.items():
            at = ("entity_types", type_, "properties", name)
            for field, problem in _property_problems(property):
                yield Finding((*at, field), f"`{name}` of `{type_}` {problem}")
        yield from _widened(schema, type_)
        yield from _unsettled(schema, type_)


def _property_problems(property: Property) -> Iterator[tuple[str, str]]:
    """The field that is wrong, and the rest of a sentence about the property."""
    minimum, maximum = property.minimum, property.maximum
    for field, bound in (("minimum", minimum), ("maximum", maximum)):
        if bound is not None and property.type not in _NUMBERS:
            yield field, f"has a `{field}`, but its type is {property.type}: only numbers have one."
        elif bound is not None and not math.isfinite(bound):
            yield field, f"has a `{field}` that is no number. Leave it out where there is none."
    if property.unit is not None and property.type not in _NUMBERS:
        yield "unit", f"has a `unit`, but its type is {property.type}: only numbers have one."
    if minimum is not None and maximum is not None:
        if minimum > maximum:
            yield "minimum", f"can have no value: its minimum {minimum:g} is above its maximum {maximum:g}."
        elif property.type is ValueType.INTEGER and math.ceil(minimum) > math.floor(maximum):
            yield "minimum", f"can have no value: there is no integer from {minimum:g} to {maximum:g}."
    yield from _enum_problems(property)


def _enum_problems(property: Property) -> Iterator[tuple[str, str]]:
    if property.enum is None:
        return
    if not property.enum:
        yield "enum", "can have no value: its `enum` is empty. List the values, or leave it out."
    if len(set(property.enum)) < len(property.enum):
        repeated = [value for value in dict.fromkeys(property.enum) if property.enum.count(value) > 1]
        yield "enum", f"lists {quoted(repeated)} more than once in its `enum`."
    for text in property.enum:
        try:
            value = _READ[property.type](text)
        except (ValueError, KeyError):
            yield "enum", f"lists `{text}` in its `enum`, which is no {property.type}."
            continue
        if isinstance(value, int | float) and property.type in _NUMBERS and not _within(value, property):
            yield "enum", f"lists `{text}` in its `enum`, which is outside its range."


def _within(value: float, property: Property) -> bool:
    low = -math.inf if property.minimum is None else property.minimum
    high = math.inf if property.maximum is None else property.maximum
    return low <= value <= high


# ---- inherited properties


def _widened(schema: Schema, type_: str) -> Iterator[Finding]:
    """Properties of a type that allow what a declaration of them above does not."""
    for name, property in schema.entity_types[type_].properties.items():
        for ancestor in schema.supertypes(type_)[1:]:
            inherited = schema.entity_types[ancestor].properties.get(name)
            if inherited and (field := _wider(property, inherited)):
                problem = f"is not as narrow as that of its supertype `{ancestor}`: compare their `{field}`"
                advice = "What is allowed here has to be allowed there."
                at = ("entity_types", type_, "properties", name, field)
                yield Finding(at, f"`{name}` of `{type_}` {problem}. {advice}")
                break


def _unsettled(schema: Schema, type_: str) -> Iterator[Finding]:
    """Properties that a type has from two of its direct supertypes, declared differently, and not by itself."""
    first: dict[str, tuple[str, Property]] = {}
    for above in schema.entity_types[type_].is_a:
        for name, property in schema.properties_of(above).items():
            other, declared = first.setdefault(name, (above, property))
            differs = _wider(property, declared) or _wider(declared, property)
            if differs and name not in schema.entity_types[type_].properties:
                problem = f"inherits `{name}` from {quoted([other, above])}, which declare it differently"
                yield Finding(("entity_types", type_), f"`{type_}` {problem}. Declare it here, as narrow as both.")


def _wider(own: Property, inherited: Property) -> str:
    """The field by which a property allows what an inherited declaration does not; empty when there is none."""
    if own.type != inherited.type and (own.type, inherited.type) != (ValueType.INTEGER, ValueType.NUMBER):
        return "type"
    if own.unit != inherited.unit:
        return "unit"
    if own.multivalued and not inherited.multivalued:
        return "multivalued"
    if inherited.required and not own.required:
        return "required"
    if inherited.enum is not None and not (own.enum is not None and set(own.enum) <= set(inherited.enum)):
        return "enum"
    if inherited.minimum is not None and (own.minimum is None or own.minimum < inherited.minimum):
        return "minimum"
    if inherited.maximum is not None and (own.maximum is None or own.maximum > inherited.maximum):
        return "maximum"
    return ""
