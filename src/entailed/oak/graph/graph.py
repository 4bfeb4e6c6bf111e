"""A graph that is open: its schema, its entities, and the place that states each value."""

import datetime
import os
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from entailed.errors import GraphError
from entailed.oak.graph.facts import Source, Value
from entailed.oak.graph.report import GraphReport, report_of
from entailed.oak.graph.store import Database, Parameters
from entailed.oak.graph.tables import (
    FORMAT_VERSION,
    entity_table,
    literal,
    name,
    spelling_table,
    stated_relation_table,
    stated_table,
    stated_values_table,
)
from entailed.oak.operators.values import Cell
from entailed.oak.schema.model import Schema

_FEW_SPELLINGS = 1_000
_SHORT = 100
"""Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One entity of a graph."""

    id: int
    type: str
    values: Mapping[str, Cell]
    """By property of its type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """That a place states a value of a property of an entity."""

    property: str
    value: Value
    source: Source


class Graph:
    """A graph file, read only. One statement runs at a time; open it again for another thread."""

    def __init__(self, path: Path, *, memory_limit: str = "1GB", threads: int | None = None) -> None:
        """Open a file.

        Args:
            path: A graph file.
            memory_limit: What statements may hold in memory; the rest goes to a temporary folder.
            threads: At most so many; one for each processor where None.

        Raises:
            GraphError: the file is not there, is no graph, or is of another version.
        """
        self.path = path
        self.set_numbers = count(1)
        """Of the temporary tables of entity sets: all operators over the graph share its connection."""
        self.database = Database(path, memory_limit=memory_limit, threads=threads or os.cpu_count() or 1)
        try:
            self.schema = _schema_of(self.database, path)
        except GraphError:
            self.database.close()
            raise
        ranges = self.database.rows("SELECT type, first, last FROM type_range ORDER BY first, last")
        self._ranges: dict[str, range] = {type_: range(first, last + 1) for type_, first, last in ranges}
        self._few_spellings: dict[str, dict[str, list[str]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.database.close()

    @cached_property
    def report(self) -> GraphReport:
        """What the graph holds, and what was left out of it."""
        return report_of(self.database)

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a long query, one by one; no other statement may run in between."""
        return self.database.stream(sql)

    def query(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """The rows of an SQL query over the tables that `graph_tables` names. It can reach nothing but the graph.

        Raises:
            GraphError: it cannot be run.
        """
        return self.database.rows(sql, parameters)

    def types_under(self, type_: str) -> tuple[str, ...]:
        """A type and its subtypes, in the order of the schema."""
        return tuple(other for other in self.schema.entity_types if type_ in self.schema.supertypes(other))

    def spellings(self, type_: str, property: str, folded: Set[str]) -> list[str]:
        """How texts of a property are written that are, folded, among those given."""
        table = spelling_table(type_, property)
        if few := self._few(table):
            return [spelling for text in sorted(folded) for spelling in few.get(text, ())]
        wanted = ", ".join(map(literal, sorted(folded)))
        return [spelling for (spelling,) in self.query(f"SELECT spelling FROM {table} WHERE folded IN ({wanted})")]

    def _few(self, table: str) -> dict[str, list[str]]:
        """The spellings of a property by folded text, kept once read; empty where they are many or long."""
        if table not in self._few_spellings:
            rows = self.query(
                f"SELECT folded, list(spelling) FROM {table} WHERE "
                f"(SELECT count(*) <= {_FEW_SPELLINGS} AND max(length(spelling)) <= {_SHORT} FROM {table}) GROUP BY ALL"
            )
            self._few_spellings[table] = dict(rows)
        return self._few_spellings[table]

    def type_of(self, id: int) -> str:
        """The type of an entity.

        Raises:
            GraphError: there is no such entity.
        """
        for type_, ids in self._ranges.items():
            if id in ids:
                return type_
        raise GraphError(f"{self.path}: there is no entity {id}.")

    def entity(self, id: int) -> Entity:
        """The entity of that number.

        Raises:
            GraphError: there is no such entity.
        """
        type_ = self.type_of(id)
        columns = list(self.schema.properties_of(type_))
        listed = ", ".join(map(name, columns))
        row = self.query(f"SELECT {listed} FROM {entity_table(type_)} WHERE _id = {int(id)}")[0]
        return Entity(id=id, type=type_, values=dict(zip(columns, map(cell, row), strict=True)))

    def statements(self, id: int, property: str | None = None) -> tuple[Statement, ...]:
        """All that is stated of an entity, or of one property of it, in the order of precedence.

        Raises:
            GraphError: there is no such entity or property.
        """
        type_ = self.type_of(id)
        declared = self.schema.properties_of(type_)
        if property is not None and property not in declared:
            raise GraphError(f"`{type_}` has no property `{property}`; it has {', '.join(declared)}.")
        found: list[tuple[int, str, Value]] = []
        for column in declared if property is None else (property,):
            value, table = name(column), stated_table(type_)
            if declared[column].multivalued:
                value, table = "value", stated_values_table(type_, column)
            rows = self.query(f"SELECT _source, {value} FROM {table} WHERE _id = {int(id)} AND {value} IS NOT NULL")
            found += [(source, column, cell(stated)) for source, stated in rows]  # type: ignore[misc]  # one value
        sources = self._sources({source for source, _, _ in found})
        return tuple(
            Statement(property=column, value=value, source=sources[source])
            for source, column, value in sorted(found, key=lambda statement: statement[:2])
        )

    def pair_sources(self, relation: str, start: int, target: int) -> tuple[Source, ...]:
        """The places that state a relation between two entities."""
        rows = self.query(
            f"SELECT _source FROM {stated_relation_table(relation)} WHERE _start = ? AND _target = ? ORDER BY _source",
            [start, target],
        )
        return tuple(self._sources({source for (source,) in rows}).values())

    def _sources(self, numbers: set[int]) -> dict[int, Source]:
        """Sources by number, in order."""
        if not numbers:
            return {}
        listed = ", ".join(map(str, numbers))
        written = self.query(
            f'SELECT _source, document, start, "end", words, verified FROM source WHERE _source IN ({listed})'
        )
        found = {number: Source(*fields) for number, *fields in written}
        tables = self.query("SELECT document, first, last FROM source_table")
        for number in numbers - found.keys():
            document, first = next((document, first) for document, first, last in tables if first <= number <= last)
            row = number - first + 1
            found[number] = Source(document, row, row, self._cells(number), True)
        return dict(sorted(found.items()))

    def _cells(self, number: int) -> str:
        """What was read from a row of a table."""
        cells: list[str] = []
        for type_ in self.schema.entity_types:
            columns = [p for p, declared in self.schema.properties_of(type_).items() if not declared.multivalued]
            listed = ", ".join(map(name, columns))
            for row in self.query(f"SELECT {listed} FROM {stated_table(type_)} WHERE _source = {number}"):
                cells += [f"{c}={cell(v)}" for c, v in zip(columns, row, strict=True) if v is not None]
        return "; ".join(cells)


def cell(value: Any) -> Cell:
    """A value of a row as functions and answers have it: dates and times as ISO 8601 texts."""
    match value:
        case str() | int() | float() | None:
            return value
        case list():
            return [plain for item in value if (plain := cell(item)) is not None and not isinstance(plain, list)]
        case datetime.datetime() | datetime.date():
            return value.isoformat()
    return str(value)


def _schema_of(database: Database, path: Path) -> Schema:
    try:
        ((version, schema),) = database.rows("SELECT format_version, schema FROM kernel")
    except (GraphError, ValueError) as error:
        raise GraphError(f"{path}: this is a database, but not a graph. Build it again.") from error
    if version != FORMAT_VERSION:
        raise GraphError(f"{path}: this graph has format {version}, and {FORMAT_VERSION} is read. Build it again.")
    try:
        return Schema.model_validate_json(schema)
    except ValidationError as error:
        raise GraphError(f"{path}: the schema in this graph is damaged. Build it again.") from error
