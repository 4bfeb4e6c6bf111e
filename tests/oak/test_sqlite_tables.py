"""Tables of SQLite files become entities and relations as a mapping says."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from entailed.errors import GraphError
from entailed.oak import EntityType, Property, Relation, Schema, ValueType
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.table_mapping import parse_mapping
from entailed.oak.graph.table_reading import add_tables

SCHEMA = Schema(
    name="stays",
    entity_types={
        "City": EntityType(key=("name",), properties={"name": Property()}),
        "Hotel": EntityType(
            key=("name",),
            properties={
                "name": Property(),
                "price": Property(type=ValueType.NUMBER),
                "rooms": Property(type=ValueType.INTEGER),
                "offers": Property(multivalued=True),
            },
        ),
    },
    relations={"located_in": Relation(source="Hotel", target="City")},
)
MAPPING = """
tables:
  - file: stays.db
    table: the "hotels"
    entities:
      - type: Hotel
        properties: {name: Name, price: Price, rooms: Rooms, offers: {column: Offers, separator: ";"}}
    relations:
      - relation: located_in
        start: {type: Hotel, key: {name: Name}}
        target: {type: City, key: {name: Town}}
  - file: stays.db
    table: cities
    entities: [{type: City, properties: {name: name}}]
"""
STATEMENTS = """
CREATE TABLE [the "hotels"] (Name TEXT, Price REAL, Rooms INTEGER, Offers TEXT, Town TEXT, Photo BLOB);
INSERT INTO [the "hotels"] VALUES ('Alba', 0.1, 9007199254740993, 'spa;"po,ol"
', 'Porto', x'ff');
INSERT INTO [the "hotels"] VALUES ('Brisa', 70, NULL, NULL, 'Vigo', NULL);
INSERT INTO [the "hotels"] VALUES (NULL, 70, 1, NULL, 'Vigo', NULL);
CREATE TABLE cities (name TEXT);
INSERT INTO cities VALUES ('Porto'), ('Vigo');
CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS name FROM n;
CREATE TABLE wrong (name TEXT);
INSERT INTO wrong VALUES (CAST(x'c3' AS TEXT));
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "stays.db")) as connection:
        connection.executescript(STATEMENTS)
    return tmp_path


def build(folder: Path, mapping: str) -> dict[str, int]:
    with GraphBuilder(SCHEMA, folder / "g.duckdb", threads=1) as builder:
        rows = add_tables(builder, parse_mapping(mapping, SCHEMA), folder)
        builder.finish()
    return rows


def test_rows_state_entities_values_and_relations(folder: Path) -> None:
    assert build(folder, MAPPING) == {'stays.db, the "hotels"': 3, "stays.db, cities": 2}
    with Graph(folder / "g.duckdb", threads=1) as graph:
        assert graph.query("SELECT name, price, rooms, offers FROM entity.Hotel ORDER BY name") == [
            ("Alba", 0.1, 9007199254740993, ["spa", '"po,ol"']),
            ("Brisa", 70.0, None, None),
        ]
        assert graph.report.relations == {"located_in": 2}
        assert [(left_out.reason, left_out.count) for left_out in graph.report.rejected] == [("no key", 1)]
        (stated,) = graph.statements(3, "price")
        assert (stated.source.document, stated.source.start) == ('stays.db, the "hotels"', 1)


def test_rows_keep_their_order_over_batches(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "many.sqlite")) as connection:
        connection.execute("CREATE TABLE cities (name TEXT)")
        connection.executemany("INSERT INTO cities VALUES (?)", [(f"c{n}",) for n in range(25_000)])
        connection.commit()
    many = "{file: many.sqlite, table: cities, entities: [{type: City, properties: {name: name}}]}"
    assert build(folder, f"tables: [{many}]") == {"many.sqlite, cities": 25_000}
    with Graph(folder / "g.duckdb", threads=1) as graph:
        ((id,),) = graph.query("SELECT _id FROM entity.City WHERE name = 'c20000'")
        assert graph.statements(id, "name")[0].source.start == 20_001


@pytest.mark.parametrize(
    ("file", "table", "column", "problem"),
    [
        ("stays.db", "hotel", "Name", 'there is no table `hotel`; there are cities, the "hotels", wrong'),
        ("stays.db", "endless", "name", "there is no table `endless`"),
        ("stays.db", "cities", "Town", "there is no column `Town` in `cities`; there are name"),
        ("stays.db", "'the \"hotels\"'", "Photo", "a column .* that is mapped holds bytes"),
        ("stays.db", "wrong", "name", "cannot be read as sqlite: Could not decode to UTF-8"),
        ("noise.db", "cities", "name", "noise.db: it cannot be read as sqlite: file is not a database"),
        ("empty.db", "cities", "name", "there is no table `cities`; there are none"),
        ("half.db", "cities", "name", "half.db: it cannot be read as sqlite: "),
    ],
)
def test_a_table_that_cannot_be_read_is_named(folder: Path, file: str, table: str, column: str, problem: str) -> None:
    (folder / "noise.db").write_bytes(b"noise" * 1000)
    (folder / "empty.db").touch()
    (folder / "half.db").write_bytes((folder / "stays.db").read_bytes()[:6000])
    entities = f"[{{type: City, properties: {{name: {column}}}}}]"
    with pytest.raises(GraphError, match=problem):
        build(folder, f"tables: [{{file: {file}, table: {table}, entities: {entities}}}]")
    assert not (folder / "g.duckdb").exists()
