"""The conditions of the filters, as SQL over the table of each type."""

from collections.abc import Mapping, Sequence

from entailed.errors import OperatorError
from entailed.oak.graph.facts import Value
from entailed.oak.graph.graph import Graph
from entailed.oak.operators.entity_sets import Selection
from entailed.oak.operators.property_columns import (
    TIMES,
    PropertyColumn,
    nothing_stated,
    value_literal,
    value_literals,
)
from entailed.oak.schema.model import ValueType
from entailed.service.spelling import fold

_COMPARISONS = {
    "equals": "=",
    "not_equals": "<>",
    "above": ">",
    "at_least": ">=",
    "below": "<",
    "at_most": "<=",
}


def is_one_of(graph: Graph, column: PropertyColumn, type_: str, values: Sequence[Value]) -> str:
    """Holds where the value (or one of several) is among those given; NULL where there is none."""
    listed = ", ".join(value_literals(graph, column, values))
    value = column.sql(type_)
    if not listed:
        return f"({value} IS NOT NULL AND false)"
    return f"list_has_any({value}, [{listed}])" if column.multivalued else f"{value} IN ({listed})"


def categorical(
    graph: Graph,
    column: PropertyColumn,
    *,
    include: Sequence[Value] | None,
    exclude: Sequence[Value] | None,
) -> dict[str, str]:
    """Holds where a value is included and none is excluded."""
    if include is None and exclude is None:
        raise OperatorError("give `include`, `exclude` or both.")
    conditions = {}
    for type_ in column.declared:
        parts = [] if include is None else [is_one_of(graph, column, type_, include)]
        if exclude is not None:
            value = column.sql(type_)
            parts.append(f"{value} IS NOT NULL AND NOT {is_one_of(graph, column, type_, exclude)}")
        conditions[type_] = " AND ".join(parts)
    return conditions


def numeric(column: PropertyColumn, bounds: Mapping[str, float | str | None], unit: str | None) -> dict[str, str]:
    """Holds where the value (or one of several) lies within all bounds."""
    given = {comparison: bound for comparison, bound in bounds.items() if bound is not None}
    if not given:
        raise OperatorError(f"give at least one of {', '.join(_COMPARISONS)}.")
    if unit is not None and fold(unit) != fold(column.unit or ""):
        known = f"is in {column.unit}" if column.unit else "has no unit"
        raise OperatorError(f"`{column.name}` {known}, not in {unit}. Convert the bound.")
    if column.type == ValueType.BOOLEAN:
        raise OperatorError(f"`{column.name}` is true or false. Use `filter_categorical`.")
    type_of_bounds = column.type if column.type in TIMES else ValueType.NUMBER
    literals = {c: value_literal(column.name, type_of_bounds, bound) for c, bound in given.items()}
    return {type_: _within(column, type_, literals) for type_ in column.declared}


def _within(column: PropertyColumn, type_: str, bounds: Mapping[str, str]) -> str:
    value = column.numeric(type_, item="item" if column.multivalued else None).value
    condition = " AND ".join(f"{value} {_COMPARISONS[comparison]} {bound}" for comparison, bound in bounds.items())
    if column.multivalued:
        return f"len(list_filter({column.sql(type_)}, lambda item: {condition})) > 0"
    return condition


def overlap(graph: Graph, column: PropertyColumn, values: Sequence[Value], at_least: int | str) -> dict[str, str]:
    """Holds where so many of the values are among those of the entity; spellings of one value count once."""
    wanted = list({fold(value) if isinstance(value, str) else value: value for value in values}.values())
    needed = len(wanted) if at_least == "all" else at_least
    if not isinstance(needed, int) or needed < 0:
        raise OperatorError(f"`at_least` is {at_least!r}; give a number from 0, or `all`.")
    conditions = {}
    for type_ in column.declared:
        had = [f"({is_one_of(graph, column, type_, [value])})::INTEGER" for value in wanted]
        conditions[type_] = f"{column.sql(type_)} IS NOT NULL AND {' + '.join(had) or '0'} >= {needed}"
    return conditions


def or_missing(
    selection: Selection, column: PropertyColumn, conditions: Mapping[str, str], *, keep_missing: bool
) -> Mapping[str, str]:
    """The conditions, loosened for entities of which no value is stated."""
    if not keep_missing:
        return conditions
    return {
        type_: f"({conditions[type_]}) OR {nothing_stated(column, type_)}" if type_ in conditions else "true"
        for type_ in selection.conditions
    }
