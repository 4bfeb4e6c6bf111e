"""A property over the types of a set: whether it can be asked for, and the SQL of its values."""

import datetime
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from entailed.errors import OperatorError
from entailed.oak.graph.conversion import COLUMN_TYPES, convert
from entailed.oak.graph.facts import Value
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.tables import entity_table, literal, name
from entailed.oak.operators.entity_sets import Selection
from entailed.oak.schema.model import Property, ValueType
from entailed.service.spelling import fold

NUMBERS = (ValueType.INTEGER, ValueType.NUMBER)
TIMES = (ValueType.DATE, ValueType.DATETIME)
_MOST_VALUES = 10_000
_LARGEST_NUMBER = 1e38
"""Of what is compared with; the database has no larger integers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyColumn:
    """A property as the types of a set declare it."""

    name: str
    declared: Mapping[str, Property]
    """By type; types without it are left out."""

    @property
    def type(self) -> ValueType:
        """The type of its values: number where some types have integers and some have numbers."""
        types = {declared.type for declared in self.declared.values()}
        return types.pop() if len(types) == 1 else ValueType.NUMBER

    @property
    def multivalued(self) -> bool:
        """Whether an entity may have several."""
        return next(iter(self.declared.values())).multivalued

    @property
    def unit(self) -> str | None:
        """Of its numbers."""
        return next(iter(self.declared.values())).unit

    def sql(self, type_: str) -> str:
        """Its value in the table of a type."""
        if type_ in self.declared:
            return name(self.name)
        return f"NULL::{COLUMN_TYPES[self.type]}" + ("[]" if self.multivalued else "")

    def numeric(self, type_: str, *, item: str | None = None) -> "Usable":
        """Its value as a number, or one of several (`item`, in SQL); of a text, the number that it states."""
        value = item or self.sql(type_)
        if self.type != ValueType.STRING or type_ not in self.declared or (self.multivalued and not item):
            return Usable(value=value, fault="NULL")
        return Usable(*convert(value, Property(type=ValueType.NUMBER, unit=self.unit)))  # texts are kept trimmed


@dataclass(frozen=True, slots=True)
class Usable:
    """A value as an operator can use it."""

    value: str
    """SQL, NULL where there is none."""
    fault: str
    """SQL: why a value that is there cannot be used."""


def find_property(graph: Graph, selection: Selection, property: str) -> PropertyColumn:
    """A property of at least one type of a set.

    Raises:
        OperatorError: no type of the set has it, or they disagree on what it is.
    """
    by_type = {type_: graph.schema.properties_of(type_) for type_ in selection.conditions}
    declared = {type_: properties[property] for type_, properties in by_type.items() if property in properties}
    if not declared:
        known = ", ".join(dict.fromkeys(known for properties in by_type.values() for known in properties))
        raise OperatorError(f"{_types(by_type)} have no property `{property}`; they have {known}.")
    shapes = {("number" if d.type in NUMBERS else d.type, d.multivalued, d.unit) for d in declared.values()}
    if len(shapes) > 1:
        raise OperatorError(f"`{property}` is not the same in {_types(declared)}. Look each type up by itself.")
    return PropertyColumn(name=property, declared=declared)


def _types(types: Iterable[str]) -> str:
    return ", ".join(f"`{type_}`" for type_ in types) or "the types of an empty set"


def value_literals(graph: Graph, column: PropertyColumn, values: Sequence[Value]) -> list[str]:
    """Values as SQL; of a text, every spelling in the graph that folds alike.

    Raises:
        OperatorError: a value is not of the property's type or enumeration, or there are too many.
    """
    if len(values) > _MOST_VALUES:
        raise OperatorError(f"{len(values):,} values were given; up to {_MOST_VALUES:,} are taken at once.")
    if column.type != ValueType.STRING:
        return [value_literal(column.name, column.type, value) for value in values]
    folded = {fold(_text(column, value)) for value in values}
    if not folded:
        return []
    spellings = [graph.spellings(type_, column.name, folded) for type_ in column.declared]
    return list(map(literal, dict.fromkeys(chain.from_iterable(spellings))))


def _text(column: PropertyColumn, value: Value) -> str:
    if not isinstance(value, str):
        raise OperatorError(f"`{column.name}` has texts, and {value!r} is none.")
    enums = [declared.enum for declared in column.declared.values()]
    if all(enum is not None and fold(value) not in map(fold, enum) for enum in enums):
        known = ", ".join(dict.fromkeys(known for enum in enums for known in enum or ()))
        raise OperatorError(f"`{value}` is none of the values that `{column.name}` may have: {known}.")
    return value


def value_literal(property: str, type_: ValueType, value: Value) -> str:
    """A number, boolean, date or time as SQL.

    Raises:
        OperatorError: it is not of that type.
    """
    match type_, value:
        case ValueType.BOOLEAN, bool():
            return str(value).lower()
        case ((ValueType.INTEGER | ValueType.NUMBER), (int() | float())) if not isinstance(value, bool):
            if math.isfinite(value) and abs(value) < _LARGEST_NUMBER:
                return repr(value) if isinstance(value, int) else f"{value!r}::DOUBLE"
        case ValueType.DATE, str() if day := _read_day(value):
            return f"DATE {literal(day.isoformat())}"
        case ValueType.DATETIME, str() if time := _read_utc(value):
            return f"TIMESTAMP {literal(time.isoformat())}"
    raise OperatorError(f"`{property}` has values of the type {type_}, and {value!r} is none.")


def _read_day(text: str) -> datetime.date | None:
    """A date in ISO 8601; None where the text is none."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _read_utc(text: str) -> datetime.datetime | None:
    """A time in ISO 8601, in UTC where it has a zone, as values are kept; None where the text is none."""
    try:
        time = datetime.datetime.fromisoformat(text)
        return time.astimezone(datetime.UTC).replace(tzinfo=None) if time.tzinfo else time
    except (ValueError, OverflowError):  # in UTC it may be before the year 1
        return None


def nothing_stated(column: PropertyColumn, type_: str) -> str:
    """SQL that holds of entities of which no value is stated, not even one that could not be read."""
    return f"({column.sql(type_)} IS NULL AND _id NOT IN (SELECT _id FROM rejected WHERE {_rejected(column, type_)}))"


def _rejected(column: PropertyColumn, type_: str) -> str:
    """SQL that holds of the values of a property that entities of a type were to have."""
    return f"kind = 'value' AND name = {literal(type_)} AND property = {literal(column.name)} AND _id IS NOT NULL"


def unusable(
    graph: Graph, selection: Selection, column: PropertyColumn, usable: Mapping[str, Usable]
) -> dict[str, int]:
    """Why entities of a set have no value that can be used: counts by reason, `missing` where nothing is stated."""
    found: dict[str, int] = {}
    for type_ in selection.conditions:
        rejected = (
            f"(SELECT _id, arg_min(reason, _source) AS reason FROM rejected "
            f"WHERE {_rejected(column, type_)} GROUP BY _id)"
        )
        rows = graph.query(
            f"SELECT coalesce(fault, reason, 'missing'), count(*) FROM "
            f"(SELECT _id, {usable[type_].fault} AS fault FROM {entity_table(type_)} "
            f"WHERE {selection.where(type_)} AND ({usable[type_].value}) IS NULL) "
            f"LEFT JOIN {rejected} USING (_id) GROUP BY 1"
        )
        for reason, count in rows:
            found[reason] = found.get(reason, 0) + count
    return dict(sorted(found.items()))
