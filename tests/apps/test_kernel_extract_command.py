"""`entailed kernel extract`."""

import json
from pathlib import Path
from typing import Any

import pytest
from terminal import Command, failure

SCHEMA = """\
name: hotels
entity_types:
  Hotel: {key: [name], properties: {name: string, rooms: {type: integer, required: true}, pets: boolean}}
  City: {key: [name], properties: {name: string}}
relations:
  located_in: {source: Hotel, target: City}
"""
REPLY = {
    "entities": [
        {"type": "Hotel", "properties": {"name": "Aster", "rooms": {"value": 40, "words": "40 rooms"}}},
        {"type": "Hotel", "properties": {"name": "Bay", "rooms": {"value": 50, "words": "40 rooms"}}},
        {"type": "City", "properties": {"name": "Oslo"}},
    ],
    "relations": [
        {
            "relation": "located_in",
            "source": {"type": "Hotel", "key": {"name": "Aster"}},
            "target": {"type": "City", "key": {"name": "Oslo"}},
            "words": "Aster is in Oslo",
        }
    ],
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "schema.yaml").write_text(SCHEMA)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.txt").write_text("Aster is in Oslo and has 40 rooms. Bay is closed.")
    (tmp_path / "corpus" / "table.csv").write_text("a")
    (tmp_path / "replies.jsonl").write_text(json.dumps({"reply": json.dumps(REPLY)}) + "\n")
    return tmp_path


def arguments(shop: Path, *more: str) -> list[Any]:
    model = f"replay:{shop / 'replies.jsonl'}"
    places = [shop / "schema.yaml", shop / "corpus", "-o", shop / "graph", "--cache", shop / "cache"]
    return ["kernel", "extract", *places, "--model", model, *more]


def test_it_says_what_was_read_what_the_graph_holds_and_what_was_left_out(shop: Path, entailed: Command) -> None:
    lines = entailed(*arguments(shop)).out.splitlines()
    assert lines.pop(3).startswith("           1  calls, ")
    assert lines == [
        "           1  documents",
        "           1  files left out: another suffix",
        "           1  chunks, 0 of them read before",
        "           2  Hotel",
        "           1  City",
        "           1  located_in",
        "           1  Hotel.rooms: left out, not in its words, such as `Bay: 50`",
        "           1  Hotel: do not meet `rooms is required`",
    ]


def test_what_was_read_before_is_not_asked_for_again(shop: Path, entailed: Command) -> None:
    entailed(*arguments(shop))
    (shop / "replies.jsonl").write_text('{"reply": "Certainly!"}')
    found = json.loads(entailed(*arguments(shop, "--json")).out)
    assert (found["chunks"], found["cached"], found["usage"]["calls"]) == (1, 1, 0)
    assert found["entities"] == {"Hotel": 2, "City": 1}
    assert found["relations"] == {"located_in": 1}


def test_a_chunk_that_cannot_be_read_is_said_and_the_command_fails(shop: Path, entailed: Command) -> None:
    (shop / "replies.jsonl").write_text('{"reply": "Certainly!"}\n{"reply": "No."}')
    outcome = entailed(*arguments(shop))
    assert outcome.code == 1
    assert "not read: a.txt, from character 0: the reply holds no JSON object" in outcome.out


def test_tables_are_taken_in_beside_documents(shop: Path, entailed: Command) -> None:
    mapping = "tables: [{file: rooms.csv, entities: [{type: Hotel, properties: {name: Name, rooms: Rooms}}]}]\n"
    (shop / "mapping.yaml").write_text(mapping)
    (shop / "rooms.csv").write_text("Name,Rooms\nASTER,41\nBay,12\n")
    outcome = entailed(*arguments(shop, "--mapping", str(shop / "mapping.yaml")))
    assert "           2  rows of rooms.csv" in outcome.out.splitlines()
    assert "           2  Hotel" in outcome.out.splitlines()
    assert "           1  Hotel.rooms: several values, the first is shown" in outcome.out.splitlines()
    (shop / "mapping.yaml").write_text(mapping.replace("Rooms", "Beds"))
    assert "there is no column `Beds`" in failure(entailed(*arguments(shop, "--mapping", str(shop / "mapping.yaml"))))


def test_what_it_cannot_work_with_is_one_error(shop: Path, entailed: Command) -> None:
    without_model = entailed(*arguments(shop)[:-2])
    assert without_model.code == 2
    assert "name one with --model" in without_model.err
    unsound = SCHEMA.replace("integer, required: true", "integer, minimum: 2, maximum: 1")
    (shop / "schema.yaml").write_text(unsound)
    assert "the schema is not sound" in failure(entailed(*arguments(shop)))
    (shop / "schema.yaml").write_text(SCHEMA)
    (shop / "corpus" / "a.txt").unlink()
    assert "no document (1 with another suffix)" in failure(entailed(*arguments(shop)))
