"""Graphs of a few entities for the tests, from candidates or from tables written on the spot."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from entailed.oak import EntityCandidate, EntityKey, RelationCandidate, Schema, Source, StatedValue, Value
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.facts import RejectedFact
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.table_mapping import parse_mapping
from entailed.oak.graph.table_reading import add_tables


def at(place: int, document: str = "doc") -> Source:
    return Source(document, place, place + 1, "", True)


def entity(type_: str, source: Source, values: Mapping[str, Value | Sequence[Value] | None]) -> EntityCandidate:
    """A candidate that one place states, with one value or several of each property."""
    stated = {
        property: tuple(StatedValue(item, source) for item in (value if isinstance(value, list) else [value]))
        for property, value in values.items()
        if value is not None
    }
    return EntityCandidate(type_, stated, source)


def pair(relation: str, start: tuple[str, Value], target: tuple[str, Value], source: Source) -> RelationCandidate:
    """A relation between entities named by type and key of one value."""
    ends = [EntityKey(type_, (key,)) for type_, key in (start, target)]
    return RelationCandidate(relation, ends[0], ends[1], source)


def graph_of(
    path: Path,
    schema: Schema,
    entities: Iterable[EntityCandidate] = (),
    relations: Iterable[RelationCandidate] = (),
    rejected: Iterable[RejectedFact] = (),
) -> Graph:
    with GraphBuilder(schema, path, threads=1) as builder:
        builder.add(entities=entities, relations=relations, rejected=rejected)
        builder.finish()
    return Graph(path, threads=1)


def graph_of_rows(path: Path, schema: Schema, rows: Sequence[Mapping[str, object]]) -> Graph:
    """The entities of the only type of a schema, from records by way of a mapped JSON file."""
    (type_,) = schema.entity_types
    path.with_suffix(".jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    columns = "".join(f"          {property}: {property}\n" for property in schema.properties_of(type_))
    mapping = (
        f"tables:\n  - file: {path.stem}.jsonl\n    entities:\n      - type: {type_}\n        properties:\n{columns}"
    )
    with GraphBuilder(schema, path, threads=1) as builder:
        add_tables(builder, parse_mapping(mapping, schema), path.parent)
        builder.finish()
    return Graph(path, threads=1)
