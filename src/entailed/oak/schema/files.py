"""Schemas as YAML: read with the line of everything that is wrong, and written back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from entailed.errors import SchemaError
from entailed.oak.schema.faults import meant
from entailed.oak.schema.model import Characteristic, EntityType, Property, Relation, Restriction, Schema, ValueType
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
        problems = {(lines.line_of(location), problem) for location, problem in _problems(error)}
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


# ---- what is wrong, in words


def _problems(error: ValidationError) -> Iterator[tuple[Location, str]]:
    for found in error.errors(include_url=False):
        location = tuple(step for step in found["loc"] if step != "[key]")
        yield location, _words(found["type"], location, found)


def _words(kind: str, location: Location, found: Mapping[str, Any]) -> str:
    stated = found["input"]
    at = f"`{location[-1]}`" if location else "the schema"
    match kind:
        case "extra_forbidden":
            fields = _part_at(location[:-1]).model_fields
            return f"there is no field {at} here{meant(str(location[-1]), fields)}"
        case "missing":
            return f"{_owner(location[:-1])} has no {at}. State one."
        case "string_pattern_mismatch":
            return f"`{stated}` is no name: a name has letters, digits and underscores, up to 63, and a letter first."
        case "enum" if _field(location) == "characteristics":
            return f"`{stated}` is no characteristic of relations{meant(str(stated), Characteristic)}"
        case "enum":
            return f"`{stated}` is no type of values{meant(str(stated), ValueType)}"
        case "literal_error":
            return f"`{stated}` is no kind of restriction: write some, only, minimum, maximum or exactly."
        case "model_type" | "dict_type":
            return f"{at} has to hold fields with values, and not {_shown(stated)}."
        case "tuple_type" | "frozen_set_type":
            return f"{at} has to be a list, and not {_shown(stated)}. Write it as [{_shown(stated, bare=True)}]."
        case "string_type":
            return f"{at} has to be a text, and not {_shown(stated)}."
    return f"{at} is {_shown(stated)}: {found['msg'][:1].lower()}{found['msg'][1:]}."


def _shown(stated: Any, *, bare: bool = False) -> str:
    match stated:
        case dict():
            return "fields"
        case list():
            return "a list"
    return str(stated) if bare else f"`{stated}`"


def _field(location: Location) -> str:
    """The innermost field of a location, past positions in lists."""
    return next((str(step) for step in reversed(location) if isinstance(step, str)), "")


def _owner(location: Location) -> str:
    match location:
        case ():
            return "the schema"
        case ("restrictions", int(position)):
            return f"restriction {position + 1}"
        case (*_, name):
            return f"`{name}`"
    raise AssertionError(location)


def _part_at(location: Location) -> type[BaseModel]:
    """The kind of part that a location leads to."""
    match location:
        case ("entity_types", _, "properties", *_):
            return Property
        case ("entity_types", *_):
            return EntityType
        case ("relations", *_):
            return Relation
        case ("restrictions", *_):
            return Restriction
    return Schema
