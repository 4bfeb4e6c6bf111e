"""Tables in CSV, JSON and Parquet become entities and relations as a mapping says."""

import json
from pathlib import Path

import pytest
from small_graphs import at, entity

from entailed.errors import GraphError, SchemaError
from entailed.oak import EntityType, Property, Relation, Schema, ValueType
from entailed.oak.graph.building import GraphBuilder
from entailed.oak.graph.export import export_parquet
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.table_mapping import TableMapping, parse_mapping, read_mapping
from entailed.oak.graph.table_reading import add_tables

SCHEMA = Schema(
    name="stays",
    entity_types={
        "City": EntityType(key=("name",), properties={"name": Property()}),
        "Hotel": EntityType(
            key=("name", "city"),
            properties={
                "name": Property(),
                "city": Property(),
                "price": Property(type=ValueType.NUMBER, unit="USD"),
                "opened": Property(type=ValueType.DATE),
                "offers": Property(multivalued=True),
            },
        ),
    },
    relations={"located_in": Relation(source="Hotel", target="City")},
)
MAPPING = """
tables:
  - file: hotels.csv
    document: hotels
    entities:
      - type: Hotel
        properties:
          name: Name
          city: Town
          price: {column: Price, remove: "$,"}
          opened: {column: Opened, format: "%d/%m/%Y"}
          offers: {column: Offers, separator: ";"}
    relations:
      - relation: located_in
        start: {type: Hotel, key: {name: Name, city: Town}}
        target: {type: City, key: {name: Town}}
  - file: cities.jsonl
    entities:
      - type: City
        properties: {name: place.name}
"""
HOTELS = """Name,Town,Price,Opened,Offers
Alba,Porto,"$1,060.50",06/05/1991,pool; sauna;POOL
Brisa,Vigo,cheap,1991-05-06,
Alba,Vigo,80,31/02/1991,pool
,Porto,70,,
Duna,Faro,60,,
"""
CITIES = [{"place": {"name": "Porto"}}, {"place": {"name": "VIGO"}}, {"place": None}]


def build(folder: Path, mapping: TableMapping) -> Graph:
    with GraphBuilder(SCHEMA, folder / "g.duckdb", threads=1) as builder:
        builder.add(entities=[entity("Hotel", at(1, "leaflet"), {"name": "alba", "city": "porto", "price": "99 USD"})])
        add_tables(builder, mapping, folder)
        builder.finish()
    return Graph(folder / "g.duckdb", threads=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hotels.csv").write_text(HOTELS, encoding="utf-8")
    (tmp_path / "cities.jsonl").write_text("\n".join(map(json.dumps, CITIES)), encoding="utf-8")
    return tmp_path


def test_rows_state_entities_values_and_relations(folder: Path) -> None:
    graph = build(folder, parse_mapping(MAPPING, SCHEMA))
    assert graph.report.entities == {"City": 2, "Hotel": 4}
    assert graph.entity(3).values == {
        "name": "Alba",
        "city": "Porto",
        "price": 1060.5,
        "opened": "1991-05-06",
        "offers": ["pool", "sauna"],
    }
    assert graph.report.relations == {"located_in": 3}
    assert [(r.kind, r.reason, r.example) for r in graph.report.rejected] == [
        ("entity", "no key", ""),
        ("entity", "no key", "Porto"),
        ("relation", "unknown endpoint", "Duna, Faro → Faro"),
        ("value", "not a date", "31/02/1991"),
        ("value", "not numeric", "cheap"),
    ]


def test_a_value_of_a_table_points_to_its_row_and_comes_before_documents(folder: Path) -> None:
    graph = build(folder, parse_mapping(MAPPING, SCHEMA))
    first, second = graph.statements(3, "price")
    assert (first.value, first.source.document, first.source.start) == (1060.5, "hotels", 1)
    assert first.source.words == "name=Alba; city=Porto; price=1060.5; opened=1991-05-06"
    assert (second.value, second.source.document) == (99.0, "leaflet")
    assert graph.report.conflicts == {"Hotel.price": 1}
    (start, target), *_ = graph.query("FROM relation.located_in ORDER BY ALL")
    assert [(s.document, s.start) for s in graph.pair_sources("located_in", start, target)] == [("hotels", 1)]


def test_parquet_that_was_exported_can_be_mapped_again(folder: Path) -> None:
    build(folder, parse_mapping(MAPPING, SCHEMA)).database.close()
    files = export_parquet(folder / "g.duckdb", folder / "out")
    assert {"entity.Hotel.parquet", "relation.located_in.parquet", "source.parquet"} <= {
        file.name.removeprefix("main.") for file in files
    }
    again = parse_mapping(
        "tables:\n  - file: out/entity.Hotel.parquet\n    entities:\n      - type: Hotel\n"
        "        properties: {name: name, city: city, price: price, opened: opened}\n",
        SCHEMA,
    )
    with GraphBuilder(SCHEMA, folder / "again.duckdb", threads=1) as builder:
        assert add_tables(builder, again, folder) == {"out/entity.Hotel.parquet": 4}
        assert builder.finish().entities == {"City": 0, "Hotel": 4}


def test_a_mapping_that_does_not_fit_its_schema_names_every_line(tmp_path: Path) -> None:
    path = tmp_path / "mapping.yaml"
    path.write_text(
        "tables:\n"
        "  - file: hotels.csv\n"
        "    entities:\n"
        "      - type: Hotel\n"
        "        properties:\n"
        "          name: Name\n"
        "          size: Size\n"
        "          price: {column: Price, format: '%d'}\n"
        "      - type: Motel\n"
        "        properties: {}\n"
        "    relations:\n"
        "      - relation: located_in\n"
        "        start: {type: City, key: {name: Town}}\n"
        "        target: {type: City, key: {town: Town}}\n",
        encoding="utf-8",
    )
    with pytest.raises(SchemaError) as caught:
        read_mapping(path, SCHEMA)
    assert [(line, problem.split(";")[0].split(".")[0]) for line, problem in caught.value.problems] == [
        (5, "`city` is in the key of `Hotel`"),
        (7, "`Hotel` has no property `size`"),
        (8, "`price` is no date or time, and takes no `format`"),
        (9, "there is no type `Motel`"),
        (13, "the start of `located_in` is a `Hotel`, and `City` is none"),
        (14, "the key of `City` is name"),
    ]


def test_a_mapping_in_another_form_names_every_line() -> None:
    text = (
        "tables:\n"
        "  - file: hotels.csv\n"
        "    format: xls\n"
        "    entitys: []\n"
        "    entities:\n"
        "      - type: Hotel\n"
        "        properties: {name: {colum: Name}, price: {column: P, constant: '3'}, offers: [a]}\n"
        "      - type: City\n"
        "        properties: name\n"
        "    relations:\n"
        "      - relation: located_in\n"
        "        start: {type: Hotel}\n"
        "  - document: more\n"
    )
    with pytest.raises(SchemaError) as caught:
        parse_mapping(text, SCHEMA)
    assert list(caught.value.problems) == [
        (3, "`xls` is no `format`: write csv, json, parquet or sqlite."),
        (4, "there is no field `entitys` here: is `entities` meant?"),
        (7, "`offers` has to hold fields with values, and not a list."),
        (7, "`price`: state either a column or a constant."),
        (7, "there is no field `colum` here: is `column` meant?"),
        (9, "`properties` has to hold fields with values, and not `name`."),
        (11, "number 1 of `relations` has no `target`. State one."),
        (12, "`start` has no `key`. State one."),
        (13, "number 2 of `tables` has no `file`. State one."),
    ]
    city = "entities: [{type: City, properties: {name: Name}}]"
    for text, problem in (
        ("", "the mapping has no `tables`"),
        ("tables:", "`tables` has to be a list, and not nothing"),
        ("tables: [{file: a.csv}]", "no row of `a.csv` states anything"),
        (f"tables: [{{file: a.txt, {city}}}]", "what format is `a.txt`"),
        (f"tables: [{{file: a.db, {city}}}]", "`a.db` is a database. State which `table`"),
        (f"tables: [{{file: a.csv, table: t, {city}}}]", "`a.csv` is no database"),
    ):
        with pytest.raises(SchemaError, match=problem):
            parse_mapping(text, SCHEMA)


@pytest.mark.parametrize(
    ("file", "column", "problem"),
    [
        ("../hotels.csv", "Name", "this is not inside"),
        ("nowhere.csv", "Name", "there is no such table"),
        ("hotels.csv", "Nom", "there is no column `Nom`; there are Name, Town, Price, Opened, Offers"),
        ("open.csv", "Name", "open.csv: it cannot be read as csv: .* Line: 2: Value with unterminated quote found"),
        (
            "ragged.csv",
            "Name",
            "ragged.csv: it cannot be read as csv: .* Line: 3: Expected Number of Columns: 2 Found: 1",
        ),
        ("latin.csv", "Name", "latin.csv: it is not UTF-8"),
        ("later.csv", "Name", "later.csv: it cannot be read as csv: .* This file is not utf-8 encoded"),
        ("empty.csv", "Name", "empty.csv: its first line is empty"),
        ("twice.csv", "Name", "twice.csv: several columns are called `Name`"),
        ("broken.json", "Name", "broken.json: it cannot be read as json: "),
        ("noise.parquet", "Name", "noise.parquet: it cannot be read as parquet: "),
    ],
)
def test_a_table_that_cannot_be_read_is_named(folder: Path, file: str, column: str, problem: str) -> None:
    for name, content in {
        "open.csv": b'Name,Town\n"a,b\nc,d',
        "ragged.csv": b"Name,Town\na,b\nc\n",
        "latin.csv": b"Name\nCaf\xe9\n",
        "later.csv": b"Name\n" + b"a\n" * 100_000 + b"Caf\xe9\n",
        "empty.csv": b"",
        "twice.csv": b"Name,Name\na,b\n",
        "broken.json": b'{"Name": "a"',
        "noise.parquet": b"\x00\xff" * 100,
    }.items():
        (folder / name).write_bytes(content)
    text = f"tables:\n  - file: {file}\n    entities:\n      - type: City\n        properties: {{name: {column}}}\n"
    with pytest.raises(GraphError, match=problem):
        build(folder, parse_mapping(text, SCHEMA))
    assert not (folder / "g.duckdb").exists()


def test_no_line_of_csv_is_taken_for_a_comment_or_a_preamble(tmp_path: Path) -> None:
    (tmp_path / "cities.csv").write_text("Town,Note\n#1 Town,\n#2 Town,x\nPorto,a#b\n'quoted',c\n", encoding="utf-8")
    text = "tables:\n  - file: cities.csv\n    entities:\n      - type: City\n        properties: {name: Town}\n"
    with GraphBuilder(SCHEMA, tmp_path / "g.duckdb", threads=1) as builder:
        add_tables(builder, parse_mapping(text, SCHEMA), tmp_path)
        builder.finish()
    with Graph(tmp_path / "g.duckdb", threads=1) as graph:
        assert graph.query("SELECT name FROM entity.City ORDER BY name") == [
            ("#1 Town",),
            ("#2 Town",),
            ("'quoted'",),
            ("Porto",),
        ]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_columns_are_found_by_the_name_that_the_first_line_states(tmp_path: Path, ends: str) -> None:
    lines = ['"The ""Town""",_row,note,note', '"Por,to",1,x,y', "Vigo,2,,", "Faro,,,"]
    (tmp_path / "cities.csv").write_bytes(b"\xef\xbb\xbf" + ends.join([*lines, ""]).encode())
    text = (
        "tables:\n  - file: cities.csv\n    entities:\n      - type: City\n        properties: {name: 'The \"Town\"'}\n"
    )
    with GraphBuilder(SCHEMA, tmp_path / "g.duckdb", threads=1) as builder:
        assert add_tables(builder, parse_mapping(text, SCHEMA), tmp_path) == {"cities.csv": 3}
        builder.finish()
    with Graph(tmp_path / "g.duckdb", threads=1) as graph:
        assert graph.query("SELECT name FROM entity.City ORDER BY name") == [("Faro",), ("Por,to",), ("Vigo",)]


PAIRS = """
tables:
  - file: pairs.csv
    entities:
      - type: Hotel
        properties: {name: a, city: city, offers: {column: a_offers, separator: ";"}}
      - type: Hotel
        properties: {name: b, city: city, offers: {column: b_offers, separator: ";"}}
"""


def test_two_entities_of_one_type_in_a_row_keep_their_own_values(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("a,b,city,a_offers,b_offers\nAlba,Brisa,Vigo,pool,sauna\nDuna,,Faro,spa,\n")
    offered = entity("Hotel", at(1), {"name": "Eira", "city": "Braga", "offers": ["garden"]})
    with GraphBuilder(SCHEMA, tmp_path / "g.duckdb", threads=1) as builder:
        builder.add(entities=[offered] * 3)
        add_tables(builder, parse_mapping(PAIRS, SCHEMA), tmp_path)
        report = builder.finish()
    with Graph(tmp_path / "g.duckdb", threads=1) as graph:
        offers = dict(graph.query("SELECT name, offers FROM entity.Hotel"))
    assert offers == {"Alba": ["pool"], "Brisa": ["sauna"], "Duna": ["spa"], "Eira": ["garden"]}
    (rejected,) = report.rejected
    assert (rejected.reason, rejected.count, rejected.example) == ("no key", 1, "Faro")


TWICE = """
tables:
  - file: twice.csv
    entities:
      - type: Hotel
        properties: {name: a, city: city, price: a_price, offers: {column: a_offers, separator: ";"}}
      - type: Hotel
        properties: {name: b, city: city, price: b_price, offers: {column: b_offers, separator: ";"}}
"""


@pytest.mark.parametrize("swapped", [False, True])
def test_an_entity_that_a_row_states_twice_has_the_least_of_its_values(tmp_path: Path, swapped: bool) -> None:
    rows = ["Alba", "Vigo", "90", "spa;Pool"], ["ALBA", "Vigo", "80", "sauna;POOL"]
    (a, city, *ones), (b, _, *others) = reversed(rows) if swapped else rows
    written = ",".join([city, a, *ones, b, *others])
    (tmp_path / "twice.csv").write_text(f"city,a,a_price,a_offers,b,b_price,b_offers\n{written}\n")
    with GraphBuilder(SCHEMA, tmp_path / "g.duckdb", threads=1) as builder:
        add_tables(builder, parse_mapping(TWICE, SCHEMA), tmp_path)
        builder.finish()
    with Graph(tmp_path / "g.duckdb", threads=1) as graph:
        (shown,) = graph.query("SELECT name, price, offers FROM entity.Hotel")
    assert shown == ("ALBA", 80.0, ["sauna", "spa", "POOL"])
