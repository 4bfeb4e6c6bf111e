"""Rows of a set of entities."""

from collections.abc import Sequence

from entailed.errors import OperatorError
from entailed.oak.graph.graph import Graph, cell
from entailed.oak.operators.entity_sets import Selection
from entailed.oak.operators.property_columns import PropertyColumn, find_property
from entailed.oak.operators.values import Rows

MOST_ROWS = 10_000


def project(
    graph: Graph,
    selection: Selection,
    *,
    properties: Sequence[str],
    order_by: str | None = None,
    descending: bool = False,
    limit: int | None = None,
) -> Rows:
    """The properties of the entities of a set, ordered and cut.

    Raises:
        OperatorError: the types have no such property, or there would be more than `MOST_ROWS`.
    """
    if not properties:
        raise OperatorError("`properties` is empty. Name at least one.")
    if limit is not None and limit < 0:
        raise OperatorError(f"`limit` is {limit}; give a number from 0.")
    wanted = list(dict.fromkeys(properties))
    columns = [find_property(graph, selection, property) for property in [*wanted, order_by or wanted[0]]]
    entities = selection.rows({type_: _listed(columns, type_) for type_ in selection.conditions})
    order = f"_{len(wanted)}"
    total, *present = graph.query(
        f"SELECT count(*), {', '.join(f'count(_{place})' for place in range(len(wanted)))} FROM {entities}"
    )[0]
    if min(total, total if limit is None else limit) > MOST_ROWS:
        raise OperatorError(
            f"there are {total:,} rows, and up to {MOST_ROWS:,} leave the store. Filter, or give a limit."
        )
    by = f"{order} {'DESC' if descending else 'ASC'} NULLS LAST, " if order_by else ""
    cut = "" if limit is None else f" LIMIT {limit}"
    rows = graph.query(f"SELECT * FROM {entities} ORDER BY {by}_id{cut}")
    tied = 0
    if order_by and 0 < len(rows) < total:
        last = rows[-1][-1]
        alike = graph.database.number(f"SELECT count(*) FROM {entities} WHERE {order} IS NOT DISTINCT FROM ?", [last])
        tied = alike - sum(row[-1] == last for row in rows)
    return Rows(
        rows=[{property: cell(value) for property, value in zip(wanted, row[1:], strict=False)} for row in rows],
        ids=[row[0] for row in rows],
        total=total,
        missing={property: total - count for property, count in zip(wanted, present, strict=True) if count < total},
        tied=tied,
    )


def _listed(columns: Sequence[PropertyColumn], type_: str) -> str:
    """The columns as the table of a type has them, under numbers."""
    return ", ".join(["_id", *(f"{column.sql(type_)} AS _{place}" for place, column in enumerate(columns))])
