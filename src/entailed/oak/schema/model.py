"""The schema of a kernel: what entities, values and relations there are, and what must hold of them.

A schema is written as YAML (`schema.files`), checked as OWL (`schema.check`), and is all that extraction, the graph
and functions know of a domain. Source: OaK paper, section 3.1 and Appendix A; the file format is our own.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Name: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,62}$")]
"""Of a type, property or relation: also a name of tables and columns."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class ValueType(StrEnum):
    """What a value is."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    """ISO 8601, no time of day."""
    DATETIME = "datetime"
    """ISO 8601."""


class Property(_Part):
    """A property of the entities of a type."""

    type: ValueType = ValueType.STRING
    description: str = ""
    unit: str | None = None
    """Of numbers, as it is written: `kg`, `USD`. Values that state another unit are not taken for this one."""
    enum: tuple[str, ...] | None = None
    """The only values there may be."""
    minimum: float | None = None
    """Inclusive."""
    maximum: float | None = None
    """Inclusive."""
    multivalued: bool = False
    required: bool = False


def _as_fields(stated: Any) -> Any:
    return {"type": stated} if isinstance(stated, str) else stated


Declared: TypeAlias = Annotated[Property, BeforeValidator(_as_fields, json_schema_input_type=Property | ValueType)]
"""A property; where there is nothing to state but its type, the type alone may stand for it."""


class EntityType(_Part):
    """A kind of entity."""

    description: str = ""
    is_a: tuple[Name, ...] = ()
    """Types that it is a subtype of: it has their properties and, unless it states one, their key."""
    key: tuple[Name, ...] = ()
    """The properties that together identify an entity; all of one value. Empty only where a supertype states it."""
    properties: dict[Name, Declared] = {}


class Characteristic(StrEnum):
    """What OWL calls a property characteristic."""

    FUNCTIONAL = "functional"
    INVERSE_FUNCTIONAL = "inverse_functional"
    TRANSITIVE = "transitive"
    SYMMETRIC = "symmetric"
    ASYMMETRIC = "asymmetric"
    REFLEXIVE = "reflexive"
    IRREFLEXIVE = "irreflexive"


class Relation(_Part):
    """A relation from the entities of one type to those of another."""

    source: Name
    target: Name
    description: str = ""
    characteristics: frozenset[Characteristic] = frozenset()
    inverse_of: Name | None = None
    is_a: tuple[Name, ...] = ()
    """Relations that hold wherever it does."""
    minimum: int | None = Field(None, ge=0)
    """How many targets every source has, at least."""
    maximum: int | None = Field(None, ge=0)
    """How many targets a source has, at most."""


class Restriction(_Part):
    """What holds of every entity of a type: how it is related (some, only, or so many of a type)."""

    type: Name
    """The type whose entities it is about."""
    relation: Name
    kind: Literal["some", "only", "minimum", "maximum", "exactly"]
    filler: Name
    """A type."""
    count: int | None = Field(None, ge=0)
    """Of the three last kinds."""


class Schema(_Part):
    """A whole schema. Types are disjoint unless one is a subtype of the other or `overlapping` says so."""

    name: Name
    version: str = "1"
    description: str = ""
    entity_types: dict[Name, EntityType]
    relations: dict[Name, Relation] = {}
    disjoint: tuple[tuple[Name, ...], ...] = ()
    """Types that share no entity, beyond those that are disjoint already: supertypes and subtypes too."""
    overlapping: tuple[tuple[Name, ...], ...] = ()
    """Types that may share entities."""
    restrictions: tuple[Restriction, ...] = ()

    def supertypes(self, type_: str) -> tuple[str, ...]:
        """A type and all its supertypes, nearest first. Names that are not declared, and cycles, end the walk."""
        found: dict[str, None] = {}
        pending = [type_]
        while pending:
            name = pending.pop(0)
            if name in self.entity_types and name not in found:
                found[name] = None
                pending += self.entity_types[name].is_a
        return tuple(found)

    def properties_of(self, type_: str) -> dict[str, Property]:
        """The properties of a type, with those of its supertypes; the nearest declaration counts."""
        return {
            name: declared
            for ancestor in reversed(self.supertypes(type_))
            for name, declared in self.entity_types[ancestor].properties.items()
        }

    def key_of(self, type_: str) -> tuple[str, ...]:
        """The key of a type: its own or the nearest inherited one; empty where there is none."""
        keys = (self.entity_types[ancestor].key for ancestor in self.supertypes(type_))
        return next(filter(None, keys), ())
