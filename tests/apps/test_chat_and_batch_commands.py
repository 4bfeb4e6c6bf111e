"""`entailed chat` and `entailed batch`."""

import json
from pathlib import Path
from typing import Any

import pytest
from terminal import Command, failure

KITCHEN = "example:kitchen"
GLUTEN = "Does lasagne contain gluten?"


def script(path: Path, *replies: str) -> str:
    path.write_text("".join(json.dumps({"reply": reply}) + "\n" for reply in replies))
    return f"replay:{path}"


FIRST = (
    '{"answer": "yes"}',
    'Thought: check.\nAction: query(ASK { "lasagne" "contains" "gluten" })',
    'Answer: {"answer": "yes"}',
    '{"answer": "yes"}',
    '{"evidence": ["E1"], "grounding": "entailed"}',
)
SECOND = (
    '{"answer": "no"}',
    'Thought: known already.\nAnswer: {"answer": "no"}',
    'As E1 shows.\n{"answer": "no"}',
    '{"evidence": ["E1"], "grounding": "supported"}',
)


# ---- chat


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_later_question_cites_what_was_found_for_an_earlier_one(entailed: Command, tmp_path: Path) -> None:
    model = script(tmp_path / "script.jsonl", *FIRST, *SECOND)
    outcome = entailed(
        "chat", KITCHEN, "--model", model, "--json", stdin=f"{GLUTEN}\n\nIs it fit for a coeliac?\n".encode()
    )
    first, second = lines(outcome.out)
    assert (outcome.code, outcome.err) == (0, "")
    assert (first["answer"], second["answer"]) == ("yes", "no")
    assert second["steps"][0]["kind"] == "answered"
    (cited,) = second["evidence"]
    assert (cited["id"], cited["query"], cited["cited"]) == ("E1", 'ASK { "lasagne" "contains" "gluten" }', True)


def test_answers_are_shown_as_they_are_by_ask_and_options_follow_bars(entailed: Command) -> None:
    outcome = entailed("chat", KITCHEN, stdin=b"Which of these contains gluten? | hummus | lasagne\n" + GLUTEN.encode())
    assert outcome.code == 0
    said = " ".join(outcome.out.split())
    assert said.startswith("lasagne ● entailed, checked by the reasoner")
    assert "yes ● entailed, checked by the reasoner" in said


def test_a_question_that_fails_does_not_end_the_chat(entailed: Command, tmp_path: Path) -> None:
    model = script(tmp_path / "script.jsonl", *FIRST)
    stdin = f"{GLUTEN} | one | one\n{GLUTEN}\nIs it fit for a coeliac?\n".encode()
    outcome = entailed("chat", KITCHEN, "--model", model, "--json", stdin=stdin)
    refused, answered, failed = lines(outcome.out)
    assert "make each a text of its own" in refused["error"]
    assert answered["answer"] == "yes"
    assert "Add a reply" in failed["error"]
    told = entailed("chat", KITCHEN, stdin=f"{GLUTEN} | one | one\n".encode())
    assert (told.code, told.out) == (0, "")
    assert told.err.startswith("error: options are empty or alike")


# ---- batch


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    asked = [
        {"id": "gluten", "question": GLUTEN},
        {"id": "which", "question": "Which of these contains gluten?", "options": ["hummus", "lasagne"]},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in asked))
    return path


def test_a_batch_is_answered_into_a_file_and_a_second_run_finds_it_done(
    entailed: Command, questions: Path, tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    outcome = entailed("batch", KITCHEN, questions, answers)
    assert (outcome.code, outcome.out.split(" · ")[:3]) == (0, ["2 answered", "0 failed", "0 of them before"])
    assert {line["id"]: line["answer"]["answer"] for line in lines(answers.read_text())} == {
        "gluten": "yes",
        "which": ["lasagne"],
    }
    again = json.loads(entailed("batch", KITCHEN, questions, answers, "--json").out)
    assert (again["answered"], again["failed"], again["skipped"]) == (2, [], 2)


def test_a_batch_with_failures_names_them_and_can_be_mended(entailed: Command, questions: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    model = script(tmp_path / "script.jsonl", *FIRST)
    outcome = entailed("batch", KITCHEN, questions, answers, "--model", model, "--concurrency", 1)
    assert outcome.code == 1
    assert "1 answered · 1 failed" in outcome.out
    assert "failed: which. `--retry-failed` asks these again." in outcome.out
    assert "5 calls" in outcome.out
    mended = entailed("batch", KITCHEN, questions, answers, "--retry-failed")
    assert (mended.code, len(lines(answers.read_text()))) == (0, 3)


def test_a_file_of_questions_that_cannot_be_read_is_named(entailed: Command, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    message = failure(entailed("batch", KITCHEN, missing, tmp_path / "answers.jsonl"))
    assert message == f"{missing}: it cannot be read: No such file or directory. Check the file name."
    assert not (tmp_path / "answers.jsonl").exists()
