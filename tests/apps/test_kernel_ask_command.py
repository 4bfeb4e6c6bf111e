"""`entailed kernel ask`, from documents, tables and graphs, by replayed models."""

import json
from pathlib import Path
from typing import Any

import pytest
from terminal import Command, failure

SCHEMA = """\
name: hotels
entity_types:
  Hotel: {key: [name], properties: {name: string, rooms: integer, pets: boolean}}
"""
LARGEST = '''\
def most_rooms(at_most: int = 1000) -> str | None:
    """Find the hotel with the most rooms; None where no number of rooms is known.

    Args:
        at_most: Hotels with more rooms do not count.
    """
    hotels = filter_numeric(
        entities=lookup_entities(types=["Hotel"]).entities, property="rooms", at_most=at_most
    )
    rows = project_properties(entities=hotels, properties=["name"], order_by="rooms", descending=True, limit=1).rows
    return rows[0]["name"] if rows else None
'''
TEXT = "Aster has 40 rooms. Bay has 12 rooms and takes dogs."
READ = {
    "entities": [
        {"type": "Hotel", "properties": {"name": "Aster", "rooms": {"value": 40, "words": "40 rooms"}}},
        {
            "type": "Hotel",
            "properties": {
                "name": "Bay",
                "rooms": {"value": 12, "words": "12 rooms"},
                "pets": {"value": True, "words": "takes dogs"},
            },
        },
    ],
    "relations": [],
}
ASKED = [
    "Thought: look.\nAction: most_rooms()",
    'Thought: I know the answer.\nAnswer: {"answer": "Aster"}',
    '{"evidence": ["E1"], "grounding": "entailed"}',
]
QUESTION = "Which hotel has the most rooms?"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entailed: Command) -> Path:
    """A frozen kernel and a document; the replies that a model keeps stay in this folder."""
    monkeypatch.setenv("ENTAILED_CACHE", str(tmp_path / "cache"))
    kernel = tmp_path / "kernel"
    (kernel / "functions").mkdir(parents=True)
    (kernel / "schema.yaml").write_text(SCHEMA)
    (kernel / "functions" / "most_rooms.py").write_text(LARGEST)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.txt").write_text(TEXT)
    assert entailed("kernel", "freeze", kernel).code == 0
    return tmp_path


@pytest.fixture
def tables(place: Path, entailed: Command) -> Path:
    """The kernel maps a table, which is in this folder."""
    mapping = "tables: [{file: rooms.csv, entities: [{type: Hotel, properties: {name: Name, rooms: Rooms}}]}]\n"
    (place / "kernel" / "mapping.yaml").write_text(mapping)
    (place / "tables").mkdir()
    (place / "tables" / "rooms.csv").write_text("Name,Rooms\nAster,40\nCape,90\n")
    assert entailed("kernel", "freeze", place / "kernel").code == 0
    return place / "tables"


def replayed(place: Path, *replies: str) -> str:
    (place / "replies.jsonl").write_text("".join(json.dumps({"reply": reply}) + "\n" for reply in replies))
    return f"replay:{place / 'replies.jsonl'}"


def asked(place: Path, model: str, *more: object) -> list[Any]:
    return ["kernel", "ask", place / "kernel", QUESTION, "--model", model, *more]


def test_documents_become_an_answer_with_the_words_behind_it(place: Path, entailed: Command) -> None:
    model = replayed(place, json.dumps(READ), *ASKED)
    outcome = entailed(*asked(place, model, "--corpus", place / "corpus"))
    assert outcome.code == 0
    lines = [line.strip() for line in outcome.out.splitlines()]
    assert lines[1] == "Aster    ● entailed, checked against the graph · ● entailed, says the model"
    assert "E1  most_rooms(at_most=1000)" in lines
    assert any(line.startswith("filter_numeric") and line.endswith("2 of 2") for line in lines)
    (fact,) = [line for line in lines if line.startswith("Hotel Aster  rooms")]
    assert "“40 rooms”" in fact
    assert "a.txt, characters 10–18" in fact
    assert "1. most_rooms()" in outcome.err


def test_the_same_as_json_and_nothing_is_read_twice(place: Path, entailed: Command) -> None:
    entailed(*asked(place, replayed(place, json.dumps(READ), *ASKED), "--corpus", place / "corpus"))
    outcome = entailed(*asked(place, replayed(place, *ASKED), "--corpus", place / "corpus", "--json"))
    said = json.loads(outcome.out)
    assert said["answer"] == "Aster"
    assert said["grounding"]["verified"] == "entailed"
    assert said["extraction"]["chunks"] == said["extraction"]["cached"] == 1
    assert len(said["kernel_sha256"]) == 64
    assert outcome.err == ""


def test_the_tables_that_a_kernel_maps_are_answered_from(place: Path, tables: Path, entailed: Command) -> None:
    replies = [ASKED[0], ASKED[1].replace("Aster", "Cape"), ASKED[2]]
    said = json.loads(entailed(*asked(place, replayed(place, *replies), "--corpus", tables, "--json")).out)
    assert (said["answer"], said["grounding"]["verified"]) == ("Cape", "entailed")
    assert said["extraction"]["chunks"] == 0
    (tables / "rooms.csv").unlink()
    assert "there is no such table" in failure(entailed(*asked(place, replayed(place, *ASKED), "--corpus", tables)))
    file = place / "corpus" / "a.txt"
    assert "Name the folder that holds them" in failure(
        entailed(*asked(place, replayed(place, *ASKED), "--corpus", file))
    )


def test_tables_and_documents_are_answered_from_together(place: Path, tables: Path, entailed: Command) -> None:
    replies = [json.dumps(READ), ASKED[0], ASKED[1].replace("Aster", "Cape"), ASKED[2]]
    (tables / "a.txt").write_text(TEXT)
    said = json.loads(entailed(*asked(place, replayed(place, *replies), "--corpus", tables, "--json")).out)
    assert said["extraction"]["chunks"] == 1
    assert said["grounding"]["verified"] == "entailed"
    facts = {fact["property"]: fact["source"] for fact in said["evidence"][0]["facts"] if fact["entity"] == "Cape"}
    assert (facts["rooms"]["document"], facts["rooms"]["start"], facts["rooms"]["words"]) == (
        "rooms.csv",
        2,
        "name=Cape; rooms=90",
    )


def test_a_graph_that_was_built_is_answered_from(place: Path, tables: Path, entailed: Command) -> None:
    built, kernel = place / "graph.duckdb", place / "kernel"
    entailed("kernel", "map", kernel / "schema.yaml", kernel / "mapping.yaml", "--tables", tables, "-o", built)
    outcome = entailed(*asked(place, replayed(place, *ASKED), "--graph", built, "--json"))
    said = json.loads(outcome.out)
    assert (said["grounding"]["reported"], said["grounding"]["verified"]) == ("entailed", "related")
    assert said["extraction"] is None


def test_without_a_model_the_functions_are_told(place: Path, entailed: Command) -> None:
    said = failure(entailed("kernel", "ask", place / "kernel", QUESTION, "--corpus", place / "corpus"))
    assert "name one with --model" in said
    assert "entailed kernel run" in said
    assert "most_rooms(at_most: int = 1000) -> str | None" in said


@pytest.mark.parametrize("file", ["functions/most_rooms.py", "mapping.yaml"])
def test_a_kernel_that_was_altered_is_refused_and_a_draft_is_not(
    place: Path, tables: Path, entailed: Command, file: str
) -> None:
    with (place / "kernel" / file).open("a") as altered:
        altered.write("\n")
    corpus = ("--corpus", tables, "--json")
    assert f"{file} was changed after the kernel was" in failure(entailed(*asked(place, replayed(place), *corpus)))
    said = json.loads(entailed(*asked(place, replayed(place, *ASKED), *corpus, "--draft")).out)
    assert said["kernel_sha256"] is None


def test_what_to_answer_from_is_named_in_one_way(place: Path, entailed: Command) -> None:
    model = replayed(place)
    assert entailed(*asked(place, model)).code == 2
    assert entailed(*asked(place, model, "--graph", "g", "--corpus", place / "corpus")).code == 2


def test_steps_and_budget_have_limits(place: Path, tables: Path, entailed: Command) -> None:
    corpus = ("--corpus", tables, "--json")
    model = replayed(place, 'Thought: no.\nAnswer: {"answer": null}')
    said = json.loads(entailed(*asked(place, model, *corpus, "--max-steps", "1")).out)
    assert (said["outcome"], said["answer"]) == ("stopped: step limit", None)
    said = json.loads(entailed(*asked(place, model, *corpus, "--budget-tokens", "1")).out)
    assert said["outcome"] == "stopped: budget spent"


def test_what_a_model_cannot_read_is_said(place: Path, entailed: Command) -> None:
    model = replayed(place, "Certainly!", "No.", 'Answer: {"answer": null}')
    outcome = entailed(*asked(place, model, "--corpus", place / "corpus"))
    assert "not read: a.txt, from character 0" in outcome.err
    assert outcome.code == 0
