"""One figure of a set of entities, or one of each group."""

import math
from typing import Any, NamedTuple

from entailed.errors import OperatorError
from entailed.oak.graph.graph import Graph, cell
from entailed.oak.operators.entity_sets import Selection
from entailed.oak.operators.property_columns import NUMBERS, TIMES, PropertyColumn, Usable, find_property, unusable
from entailed.oak.operators.values import Aggregate, AggregateFunction, Group
from entailed.oak.schema.model import ValueType
from entailed.service.spelling import fold

MOST_GROUPS = 10_000
_FUNCTIONS = ("count", "sum", "min", "max", "avg")


class _Part(NamedTuple):
    """What one scan found of the entities with the same group value, as it is written."""

    group: Any
    entities: int
    values: int
    figure: Any


def aggregate(
    graph: Graph, selection: Selection, *, function: AggregateFunction, property: str | None, group_by: str | None
) -> Aggregate:
    """Aggregate a set in one scan of it."""
    if function not in _FUNCTIONS:
        raise OperatorError(f"there is no function `{function}`; there are {', '.join(_FUNCTIONS)}.")
    column = find_property(graph, selection, property) if property else None
    usable = _usable(selection, column, function)
    figure = _figure_sql(column, function)
    grouping = find_property(graph, selection, group_by) if group_by else None
    parts = _scan(graph, selection, usable, grouping, figure)
    # An entity is in the group of each of its values, but once in the whole.
    whole = _scan(graph, selection, usable, None, figure) if grouping and grouping.multivalued else parts
    entities = sum(part.entities for part in whole)
    values = sum(part.values for part in whole)
    return Aggregate(
        value=_group(whole, function).value,
        groups=_groups(parts, function) if grouping else [],
        entities=entities,
        values=values,
        excluded=unusable(graph, selection, column, usable) if column and values < entities else {},
        unit=column.unit if column and function != "count" else None,
    )


def _usable(selection: Selection, column: PropertyColumn | None, function: AggregateFunction) -> dict[str, Usable]:
    """The values that go into a figure, by type; without a property, every entity counts."""
    if column is None:
        if function != "count":
            raise OperatorError(f"`{function}` needs a `property`.")
        return {type_: Usable(value="1", fault="NULL") for type_ in selection.conditions}
    if function == "count":
        return {type_: Usable(value=column.sql(type_), fault="NULL") for type_ in selection.conditions}
    if column.multivalued:
        raise OperatorError(f"an entity may have several values of `{column.name}`; only `count` takes it.")
    kinds = (*NUMBERS, ValueType.STRING, *(TIMES if function in ("min", "max") else ()))
    if column.type not in kinds:
        raise OperatorError(f"there is no `{function}` of `{column.name}`, whose values are of the type {column.type}.")
    return {type_: column.numeric(type_) for type_ in selection.conditions}


def _figure_sql(column: PropertyColumn | None, function: AggregateFunction) -> str:
    """What a scan works out of the values; averages are divided when the parts of a group are together."""
    match function:
        case "count":
            return "count(value)"
        case "min" | "max":
            return f"{function}(value)"
    # Sums of integers are exact; in sums of doubles, lost digits are carried along.
    return "sum(value)" if column and column.type == ValueType.INTEGER else "fsum(value)"


def _scan(
    graph: Graph, selection: Selection, usable: dict[str, Usable], grouping: PropertyColumn | None, figure: str
) -> list[_Part]:
    columns = {
        type_: f"{_group_sql(grouping, type_)} AS _group, {usable[type_].value} AS value"
        for type_ in selection.conditions
    }
    rows = graph.query(
        f"SELECT _group, count(*), count(value), {figure} FROM {selection.rows(columns)} "
        f"GROUP BY _group LIMIT {MOST_GROUPS + 1}"
    )
    if len(rows) > MOST_GROUPS:
        raise OperatorError(f"there are more than {MOST_GROUPS:,} groups. Filter the set first, or group by less.")
    return [_Part(cell(group), entities, values, cell(found)) for group, entities, values, found in rows]


def _group_sql(grouping: PropertyColumn | None, type_: str) -> str:
    if grouping is None:
        return "NULL"
    value = grouping.sql(type_)
    return f"unnest(coalesce({value}, [NULL]))" if grouping.multivalued else value


def _groups(parts: list[_Part], function: AggregateFunction) -> list[Group]:
    """Groups in order; values that are the same name are one group, under the spelling that most entities have."""
    together: dict[Any, list[_Part]] = {}
    for part in parts:
        together.setdefault(fold(part.group) if isinstance(part.group, str) else part.group, []).append(part)
    ordered = sorted(together.items(), key=lambda group: (group[0] is None, group[0] if group[0] is not None else 0))
    return [_group(spellings, function) for _, spellings in ordered]


def _group(parts: list[_Part], function: AggregateFunction) -> Group:
    """One group, or the whole."""
    part = parts[0] if len(parts) == 1 else _joined(parts, function)
    figure = part.figure
    match function:
        case "avg":
            figure = figure / part.values if part.values else None
        case "sum":
            figure = figure or 0
    return Group(group=part.group, value=figure, entities=part.entities, values=part.values)


def _joined(parts: list[_Part], function: AggregateFunction) -> _Part:
    """Several parts, or none, as one."""
    shown = min(parts, key=lambda part: (-part.entities, str(part.group)), default=None)
    figures = [part.figure for part in parts if part.figure is not None]
    figure: Any
    match function:
        case "min" | "max":
            figure = (min if function == "min" else max)(figures, default=None)
        case _:
            figure = sum(figures) if all(isinstance(figure, int) for figure in figures) else math.fsum(figures)
    return _Part(
        group=shown.group if shown else None,
        entities=sum(part.entities for part in parts),
        values=sum(part.values for part in parts),
        figure=figure,
    )
