"""`entailed kernel extract`."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from terminal import Command, Terminal, failure

from llm.chat_server import Answer, ChatServer, completion

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


@pytest.mark.skipif(os.name == "nt", reason="there are no POSIX signals")
def test_a_run_that_was_interrupted_goes_on_where_it_was(shop: Path, terminal: Terminal) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background would pass on that it ignores it
    for name in "bcd":
        (shop / "corpus" / f"{name}.txt").write_text(f"The {name} is closed.")
    asked: list[dict[str, Any]] = []

    def answer(request: dict[str, Any]) -> Answer:
        asked.append(request)
        time.sleep(0 if interrupted or len(asked) < 3 else 0.5)
        return completion('{"entities": [], "relations": []}', usage={"prompt_tokens": 1, "completion_tokens": 1})

    interrupted = False
    with ChatServer(answer) as server:
        command = [*arguments(shop)[:-1], "openai:m", "--concurrency", "1", "--json"]
        settings = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "x"}
        with terminal.start(*command, **settings) as process:
            deadline = time.monotonic() + 60
            while len(asked) < 3 and time.monotonic() < deadline:
                time.sleep(0.005)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, "")
        assert err == "Stopped. The same command goes on where this one was.\n"
        assert not (shop / "graph").exists()
        interrupted = True
        found = json.loads(terminal.run(*command, **settings).out)
    assert (found["chunks"], found["cached"], found["usage"]["calls"]) == (4, 3, 1)


def test_a_chunk_that_cannot_be_read_is_said_and_the_command_fails(shop: Path, entailed: Command) -> None:
    (shop / "replies.jsonl").write_text('{"reply": "Certainly!"}\n{"reply": "No."}')
    outcome = entailed(*arguments(shop))
    assert outcome.code == 1
    assert "not read: a.txt, from character 0: the reply holds no JSON object" in outcome.out


def test_tables_are_taken_in_beside_documents(shop: Path, entailed: Command) -> None:
    mapping = "tables: [{file: rooms.csv, entities: [{type: Hotel, properties: {name: Name, rooms: Rooms}}]}]\n"
    (shop / "mapping.yaml").write_text(mapping)
    (shop / "corpus" / "rooms.csv").write_text("Name,Rooms\nASTER,41\nBay,12\n")
    outcome = entailed(*arguments(shop, "--mapping", str(shop / "mapping.yaml")))
    assert "           1  files left out: another suffix" in outcome.out.splitlines()
    assert "           2  rows of rooms.csv" in outcome.out.splitlines()
    assert "           2  Hotel" in outcome.out.splitlines()
    assert "           1  Hotel.rooms: several values, the first is shown" in outcome.out.splitlines()
    (shop / "mapping.yaml").write_text(mapping.replace("Rooms", "Beds"))
    assert "there is no column `Beds`" in failure(entailed(*arguments(shop, "--mapping", str(shop / "mapping.yaml"))))


def test_what_it_cannot_work_with_is_one_error(shop: Path, entailed: Command) -> None:
    nowhere = [str(shop / "none" / "graph") if part == shop / "graph" else part for part in arguments(shop)]
    assert "none: there is no such folder" in failure(entailed(*nowhere))
    assert not (shop / "cache").exists()  # nothing was paid for
    without_model = entailed(*arguments(shop)[:-2])
    assert without_model.code == 2
    assert "name one with --model" in without_model.err
    unsound = SCHEMA.replace("integer, required: true", "integer, minimum: 2, maximum: 1")
    (shop / "schema.yaml").write_text(unsound)
    assert "the schema is not sound" in failure(entailed(*arguments(shop)))
    (shop / "schema.yaml").write_text(SCHEMA)
    (shop / "corpus" / "a.txt").unlink()
    assert "no document (1 with another suffix)" in failure(entailed(*arguments(shop)))
