"""A graph as files for other tools: a Parquet file for each table, or RDF triples."""

import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import IO
from urllib.parse import quote

from entailed.oak.graph.graph import Graph, cell
from entailed.oak.graph.store import Database
from entailed.oak.graph.tables import entity_table, literal, name, names, relation_table
from entailed.oak.schema.encoding import Vocabulary
from entailed.oak.schema.model import ValueType

_RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_DATATYPES = {
    ValueType.INTEGER: "integer",
    ValueType.NUMBER: "decimal",
    ValueType.BOOLEAN: "boolean",
    ValueType.DATE: "date",
    ValueType.DATETIME: "dateTime",
}


def export_parquet(path: Path, folder: Path, *, memory_limit: str = "1GB") -> tuple[Path, ...]:
    """Write every table of a graph file as `SCHEMA.TABLE.parquet`, and return the files.

    Args:
        path: The graph; no other process needs to let go of it.
        folder: Made where it is missing; files of the same names are replaced.
        memory_limit: Of the database that reads it.

    Raises:
        GraphError: there is no graph, or a file cannot be written.
    """
    database = Database(path, files=True, memory_limit=memory_limit, threads=os.cpu_count() or 1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tables = database.rows(
            "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'graph' UNION ALL "
            "SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = 'graph' AND NOT internal "
            "ORDER BY ALL"
        )
        written = []
        for schema, table in tables:
            file = folder / f"{schema}.{table}.parquet"
            database.execute(f"COPY {name(schema)}.{name(table)} TO {literal(str(file))} (FORMAT parquet)")
            written.append(file)
    finally:
        database.close()
    return tuple(written)


def write_ntriples(graph: Graph, file: IO[str]) -> int:
    """Write the entities and pairs of a graph as N-Triples, and return how many triples there are.

    The names are those of the schema in OWL (`schema.owl_export`), so that a reasoner can take both together.

    Args:
        graph: The graph.
        file: Of UTF-8 text.
    """
    vocabulary = Vocabulary(graph.schema.name)
    count = 0
    for triples in (_entity_triples(graph, vocabulary), _pair_triples(graph, vocabulary)):
        for triple in triples:
            file.write(triple)
            count += 1
    return count


def _entity_triples(graph: Graph, vocabulary: Vocabulary) -> Iterator[str]:
    for type_ in graph.schema.entity_types:
        properties = graph.schema.properties_of(type_)
        predicates = [f"<{vocabulary.property(property).iri}>" for property in properties]
        columns = f"{_key_sql(graph, type_)}, {names(properties)}"
        for key, *values in graph.stream(f"SELECT {columns} FROM {entity_table(type_)} ORDER BY _id"):
            subject = _entity(vocabulary, key)
            yield f"{subject} {_RDF_TYPE} <{vocabulary.type(type_).iri}> .\n"
            for predicate, declared, value in zip(predicates, properties.values(), values, strict=True):
                for stated in value if isinstance(value, list) else [value]:
                    if stated is not None:
                        yield f"{subject} {predicate} {_literal(cell(stated), declared.type)} .\n"


def _pair_triples(graph: Graph, vocabulary: Vocabulary) -> Iterator[str]:
    keys = " UNION ALL ".join(
        f"SELECT _id, {_key_sql(graph, type_)} AS key FROM {entity_table(type_)}" for type_ in graph.schema.entity_types
    )
    for relation in graph.schema.relations:
        predicate = f"<{vocabulary.relation(relation).iri}>"
        pairs = (
            f"SELECT s.key, t.key FROM {relation_table(relation)} JOIN ({keys}) s ON s._id = _start "
            f"JOIN ({keys}) t ON t._id = _target ORDER BY _start, _target"
        )
        for start, target in graph.stream(pairs):
            yield f"{_entity(vocabulary, start)} {predicate} {_entity(vocabulary, target)} .\n"


def _key_sql(graph: Graph, type_: str) -> str:
    """SQL for a list of the type and the key of an entity."""
    key = "".join(f", {name(part)}::VARCHAR" for part in graph.schema.key_of(type_))
    return f"[{literal(type_)}{key}]"


def _entity(vocabulary: Vocabulary, key: list[str]) -> str:
    return f"<{vocabulary.iri}:entity:{'/'.join(quote(part, safe='') for part in key)}>"


def _literal(value: object, type_: ValueType) -> str:
    match value:
        case bool():
            text = str(value).lower()
        case float():
            text = f"{Decimal(repr(value)):f}"
        case _:
            text = str(value)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"' + (f"^^<{_XSD}{_DATATYPES[type_]}>" if type_ in _DATATYPES else "")
