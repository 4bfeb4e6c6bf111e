"""An entity of a graph with the places that state it, for a terminal."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.oak.graph.facts import Source
from entailed.oak.graph.graph import Entity
from entailed.oak.operators.entity_record import EntityRecord
from entailed.oak.schema.model import Schema


def entity_text(record: EntityRecord, schema: Schema) -> RenderableType:
    """Its values and relations, one line for each statement."""
    table = Table.grid(padding=(0, 2))
    for _ in range(3):
        table.add_column(overflow="fold")
    for statement in record.statements:
        unit = schema.properties_of(record.entity.type)[statement.property].unit
        table.add_row(statement.property, f"{statement.value} {unit or ''}".rstrip(), words_of(statement.source))
    for pair in record.pairs:
        forward = pair.start.id == record.entity.id
        other = entity_name(pair.target if forward else pair.start, schema)
        for source in pair.sources:
            table.add_row(pair.relation, f"{'→' if forward else '←'} {other}", words_of(source))
    parts: list[RenderableType] = [Text(entity_name(record.entity, schema), style="bold"), Padding(table, (0, 0, 0, 2))]
    if record.pairs_left_out:
        parts.append(Text(f"  and {record.pairs_left_out:,} relations more", style="dim"))
    return Group(*parts)


def entity_name(entity: Entity, schema: Schema) -> str:
    """Its type and key."""
    key = ", ".join(str(entity.values[part]) for part in schema.key_of(entity.type))
    return f"{entity.type} {key}"


def place_of(source: Source) -> str:
    """Where something is stated: in a row of a table, or between two characters of a document."""
    if source.start == source.end:
        return f"{source.document}, row {source.start:,}"
    return f"{source.document}, characters {source.start:,}–{source.end:,}"


def words_of(source: Source) -> Text:
    """The words that state something, and their place."""
    doubt = "" if source.verified else " (not verified)"
    return Text.assemble(f"“{source.words}” ", (place_of(source), "dim"), (doubt, "yellow"))
