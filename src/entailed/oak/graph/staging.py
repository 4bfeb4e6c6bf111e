"""Where statements wait for merging: temporary tables of text, filled by candidates and by mapped tables alike."""

from collections.abc import Iterable
from dataclasses import dataclass

from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import name
from entailed.oak.schema.model import Property, Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedType:
    """A type of a schema as staging and merging see it."""

    name: str
    key: dict[str, Property]
    single: dict[str, Property]
    """The properties of one value, those of the key among them."""
    multivalued: dict[str, Property]

    @classmethod
    def of(cls, schema: Schema, type_: str) -> "StagedType":
        """The type of that name."""
        properties = schema.properties_of(type_)
        return cls(
            name=type_,
            key={property: properties[property] for property in schema.key_of(type_)},
            single={name_: declared for name_, declared in properties.items() if not declared.multivalued},
            multivalued={name_: declared for name_, declared in properties.items() if declared.multivalued},
        )

    @property
    def key_columns(self) -> tuple[str, ...]:
        """The columns that hold the key while there is no number yet."""
        return tuple(f"_key{position}" for position in range(len(self.key)))

    @property
    def staged(self) -> str:
        """`_candidate`, `_source`, the key and the properties of one value, as texts; a row for each statement."""
        return f"temp.{name(f'staged {self.name}')}"

    def staged_values(self, property: str) -> str:
        """`_candidate`, `_source`, `_position` and `text` of a multi-valued property."""
        return f"temp.{name(f'staged {self.name}.{property}')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedRelation:
    """The statements of a relation between two types: `_source`, the key of the start and the key of the target."""

    relation: str
    start: StagedType
    target: StagedType

    @property
    def start_columns(self) -> tuple[str, ...]:
        """The key of the start, as texts."""
        return tuple(f"_start{position}" for position in range(len(self.start.key)))

    @property
    def target_columns(self) -> tuple[str, ...]:
        """The key of the target, as texts."""
        return tuple(f"_target{position}" for position in range(len(self.target.key)))

    @property
    def staged(self) -> str:
        """The table."""
        return f"temp.{name(f'staged {self.relation} {self.start.name} {self.target.name}')}"

    def create(self, database: Database) -> None:
        """Make the table, unless it is there."""
        columns = ", ".join(f"{column} VARCHAR" for column in (*self.start_columns, *self.target_columns))
        database.execute(f"CREATE TEMP TABLE IF NOT EXISTS {self.staged} (_source BIGINT, {columns})")


def create_staging(database: Database, types: Iterable[StagedType]) -> None:
    """Make the tables of entities."""
    for type_ in types:
        columns = ", ".join(f"{column} VARCHAR" for column in (*type_.key_columns, *map(name, type_.single)))
        database.execute(f"CREATE TEMP TABLE {type_.staged} (_candidate BIGINT, _source BIGINT, {columns})")
        for property in type_.multivalued:
            table = type_.staged_values(property)
            columns = "_candidate BIGINT, _source BIGINT, _position BIGINT, text VARCHAR"
            database.execute(f"CREATE TEMP TABLE {table} ({columns})")
