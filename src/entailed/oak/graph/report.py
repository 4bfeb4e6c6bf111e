"""What a graph holds and what was left out of it, read from the graph itself."""

from dataclasses import dataclass

from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import relation_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejections:
    """Facts that were stated and are not in the graph, alike in all but the words."""

    kind: str
    """`entity` (a candidate set aside), `value` or `relation`."""
    name: str
    """Of the type or the relation."""
    property: str | None
    reason: str
    count: int
    example: str
    """What one of them states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphReport:
    """A graph in figures."""

    entities: dict[str, int]
    """By type, without subtypes."""
    relations: dict[str, int]
    """Pairs, by relation."""
    conflicts: dict[str, int]
    """Entities with several values where there is one, by `TYPE.PROPERTY`."""
    rejected: tuple[Rejections, ...]


def report_of(database: Database) -> GraphReport:
    """Count."""
    ranges = database.rows("SELECT type, last - first + 1 FROM type_range ORDER BY first, last")
    pairs = database.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'relation' ORDER BY table_oid")
    conflicts = database.rows("SELECT type || '.' || property, count(*) FROM conflict GROUP BY ALL ORDER BY ALL")
    rejected = database.rows(
        "SELECT kind, name, property, reason, count(*), arg_min(text, _source) FROM rejected GROUP BY ALL ORDER BY ALL"
    )
    return GraphReport(
        entities=dict(ranges),
        relations={name: database.number(f"SELECT count(*) FROM {relation_table(name)}") for (name,) in pairs},
        conflicts=dict(conflicts),
        rejected=tuple(
            Rejections(kind=kind, name=name, property=property, reason=reason, count=count, example=example or "")
            for kind, name, property, reason, count, example in rejected
        ),
    )
