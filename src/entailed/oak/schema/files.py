"""Schemas as YAML: read with the line of everything that is wrong, and written back."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from entailed.errors import SchemaError
from entailed.oak.schema.form_faults import form_faults
from entailed.oak.schema.model import Schema
from entailed.oak.schema.yaml_values import LocatedValue, Location, read_text, read_yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaFile:
    """A schema, and where in its file everything stands."""

    schema: Schema
    lines: LocatedValue
    source: str

    def line_of(self, location: Location) -> int:
        """The line of a part of the schema, as `SchemaFault` locates it."""
        return self.lines.line_of(location)


def read_schema(path: Path) -> Schema:
    """Read a schema; see `read_schema_file`."""
    return read_schema_file(path).schema


def read_schema_file(path: Path) -> SchemaFile:
    """Read a schema and keep the lines of its parts.

    Raises:
        SchemaError: the file is no YAML or no schema; it names every problem, each with its line.
        KernelError: there is no such file, or it may not be read.
    """
    return parse_schema(read_text(path), source=str(path))


def parse_schema(text: str, *, source: str = "schema") -> SchemaFile:
    """Read a schema from its text; see `read_schema_file`."""
    lines = read_yaml(text, source=source)
    try:
        schema = Schema.model_validate(_without_blanks(lines.value or {}))
    except ValidationError as error:
        found = form_faults(error, Schema, whole="the schema")
        problems = {(lines.line_of(location), problem) for location, problem in found}
        raise SchemaError(sorted(problems), source=source) from error
    return SchemaFile(schema=schema, lines=lines, source=source)


def schema_text(schema: Schema) -> str:
    """A schema as YAML, without what is as if it were not stated; reading it gives the same schema."""
    stated = schema.model_dump(mode="json", exclude_defaults=True)
    for relation in stated.get("relations", {}).values():
        if "characteristics" in relation:  # a set, and its order is to be the same each time
            relation["characteristics"].sort()
    for type_ in stated["entity_types"].values():
        if "properties" in type_:
            type_["properties"] = {name: _short(value) for name, value in type_["properties"].items()}
    return yaml.safe_dump(stated, sort_keys=False, allow_unicode=True, width=100)


def _short(stated: Mapping[str, Any]) -> Any:
    """A property as its bare type where nothing else is stated."""
    return stated.get("type", "string") if stated.keys() <= {"type"} else stated


def _without_blanks(value: Any, location: Location = ()) -> Any:
    """A field without a value is as if it were not stated; a part without one states nothing but its name."""
    match value:
        case dict():
            parts = ((name, {} if part is None and _holds_parts(location) else part) for name, part in value.items())
            return {name: _without_blanks(part, (*location, name)) for name, part in parts if part is not None}
        case list():
            return [_without_blanks(item, (*location, position)) for position, item in enumerate(value)]
    return value


def _holds_parts(location: Location) -> bool:
    """Whether there are parts by name at a location, and not fields."""
    match location:
        case ("entity_types",) | ("relations",) | ("entity_types", _, "properties"):
            return True
    return False
