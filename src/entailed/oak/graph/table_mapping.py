"""How the rows of tables state entities and relations: declared once as YAML, and never read row by row by a model.

`docs/kernel-tables.md` describes the format.
"""

from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from entailed.errors import SchemaError
from entailed.oak.schema.form_faults import form_faults
from entailed.oak.schema.model import Name, Schema, ValueType
from entailed.oak.schema.yaml_values import Location, read_text, read_yaml


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cells(_Part):
    """Where in a row a value stands, and how it is written there. In the file, a bare name of a column will do."""

    column: str = ""
    """Its header; in JSON the name of a field, or several joined by dots: `address.city`."""
    constant: str | None = None
    """The same text for every row, in place of a column."""
    separator: str | None = None
    """Between the values of a multi-valued property. Without one, a list in JSON is its values, and a text is one."""
    remove: str = ""
    """Characters to take out first: `$,` for amounts such as `$1,060`."""
    format: str | None = None
    """Of a date or time that is not ISO 8601: `%d/%m/%Y`."""

    @model_validator(mode="before")
    @classmethod
    def _of_a_bare_name(cls, stated: Any) -> Any:
        return {"column": stated} if isinstance(stated, str) else stated

    @model_validator(mode="after")
    def _column_or_constant(self) -> "Cells":
        if bool(self.column) == (self.constant is not None):
            raise ValueError("state either a column or a constant")
        return self


class EntityMapping(_Part):
    """The entity of a row."""

    type: Name
    properties: dict[Name, Cells]
    """Those of the key among them."""


class EndpointMapping(_Part):
    """An entity of a row as an end of a relation."""

    type: Name
    key: dict[Name, Cells]


class RelationMapping(_Part):
    """The relation of a row; a row that lacks a part of a key states none."""

    relation: Name
    start: EndpointMapping
    target: EndpointMapping


FORMATS = {
    ".csv": "csv", ".tsv": "csv", ".json": "json", ".jsonl": "json", ".ndjson": "json", ".parquet": "parquet",
    ".sqlite": "sqlite", ".sqlite3": "sqlite", ".db": "sqlite",
}  # fmt: skip
"""Of files, by how their names end."""


class Table(_Part):
    """A file of rows."""

    file: str
    """Relative to the folder of tables."""
    table: str = ""
    """Of a database, which table."""
    document: str = ""
    """As sources name it; the name of the file, and of the table, where none is stated."""
    format: Literal["csv", "json", "parquet", "sqlite"] | None = None
    """By the end of the file's name where none is stated, as `FORMATS` says."""
    delimiter: str = Field("", max_length=1)
    """Of CSV; a comma, or a tab in `.tsv`, where none is stated."""
    entities: tuple[EntityMapping, ...] = ()
    relations: tuple[RelationMapping, ...] = ()

    @property
    def read_as(self) -> str:
        """The format; empty where it is not known."""
        return self.format or FORMATS.get(PurePath(self.file).suffix.lower(), "")

    @property
    def source(self) -> str:
        """As sources name it."""
        return self.document or (f"{self.file}, {self.table}" if self.table else self.file)

    @property
    def columns(self) -> tuple[str, ...]:
        """Those that are read, once each."""
        parts = [entity.properties for entity in self.entities]
        parts += [end.key for relation in self.relations for end in (relation.start, relation.target)]
        return tuple(dict.fromkeys(cells.column for part in parts for cells in part.values() if cells.column))


class TableMapping(_Part):
    """A whole mapping. Where tables disagree on a value, the first one is shown."""

    tables: tuple[Table, ...]


def read_mapping(path: Path, schema: Schema) -> TableMapping:
    """Read a mapping and check it against a schema.

    Raises:
        SchemaError: it is no YAML, no mapping, or names what the schema does not have; every problem with its line.
        KernelError: there is no such file, or it may not be read.
    """
    return parse_mapping(read_text(path), schema, source=str(path))


def parse_mapping(text: str, schema: Schema, *, source: str = "mapping") -> TableMapping:
    """Read a mapping from its text; see `read_mapping`."""
    lines = read_yaml(text, source=source)
    try:
        mapping = TableMapping.model_validate(lines.value or {})
    except ValidationError as error:
        found = form_faults(error, TableMapping, whole="the mapping")
        problems = {(lines.line_of(location), problem) for location, problem in found}
        raise SchemaError(sorted(problems), source=source) from error
    faults = [(lines.line_of(location), fault) for location, fault in _faults(mapping, schema)]
    if faults:
        raise SchemaError(sorted(set(faults)), source=source)
    return mapping


def _faults(mapping: TableMapping, schema: Schema) -> Iterator[tuple[Location, str]]:
    """What a mapping says that its schema does not allow."""
    for position, table in enumerate(mapping.tables):
        at: Location = ("tables", position)
        if not table.entities and not table.relations:
            yield at, f"no row of `{table.file}` states anything. List `entities`, `relations` or both."
        if not table.read_as:
            known = ", ".join(FORMATS)
            yield at, f"what format is `{table.file}`? State `format`, or end the file's name in {known}."
        elif table.read_as == "sqlite" and not table.table:
            yield at, f"`{table.file}` is a database. State which `table` of it."
        elif table.read_as != "sqlite" and table.table:
            yield (*at, "table"), f"`{table.file}` is no database, and has no `table` to name."
        for number, entity in enumerate(table.entities):
            yield from _entity_faults(entity, schema, (*at, "entities", number))
        for number, relation in enumerate(table.relations):
            yield from _relation_faults(relation, schema, (*at, "relations", number))


def _entity_faults(entity: EntityMapping, schema: Schema, at: Location) -> Iterator[tuple[Location, str]]:
    if entity.type not in schema.entity_types:
        yield (*at, "type"), f"there is no type `{entity.type}`; there are {', '.join(schema.entity_types)}."
        return
    declared = schema.properties_of(entity.type)
    for property in entity.properties:
        if property not in declared:
            known = ", ".join(declared)
            yield (*at, "properties", property), f"`{entity.type}` has no property `{property}`; it has {known}."
        elif entity.properties[property].format and declared[property].type not in (ValueType.DATE, ValueType.DATETIME):
            yield (*at, "properties", property), f"`{property}` is no date or time, and takes no `format`."
    for part in schema.key_of(entity.type):
        if part not in entity.properties:
            yield (*at, "properties"), f"`{part}` is in the key of `{entity.type}`. State its column."


def _relation_faults(relation: RelationMapping, schema: Schema, at: Location) -> Iterator[tuple[Location, str]]:
    declared = schema.relations.get(relation.relation)
    if declared is None:
        known = ", ".join(schema.relations) or "none"
        yield (*at, "relation"), f"there is no relation `{relation.relation}`; there are {known}."
        return
    ends = (("start", relation.start, declared.source), ("target", relation.target, declared.target))
    for end, endpoint, expected in ends:
        if expected not in schema.supertypes(endpoint.type):
            fault = f"the {end} of `{relation.relation}` is a `{expected}`, and `{endpoint.type}` is none."
            yield (*at, end, "type"), fault
        elif set(endpoint.key) != set(schema.key_of(endpoint.type)):
            key = ", ".join(schema.key_of(endpoint.type))
            fault = f"the key of `{endpoint.type}` is {key}. State a column for each, and for no other."
            yield (*at, end, "key"), fault
