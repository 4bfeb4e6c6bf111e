"""Questions from a file: each is answered or named as failed, and a later run goes on where one stopped."""

import json
import re
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from entailed.errors import ModelUnavailableError, ReadError
from entailed.llm import Budget, BudgetedModel, ChatModel, FinishReason, Message, Price, Reply, Usage
from entailed.oarag import answer
from entailed.oarag.batch import BatchReport, answer_batch
from entailed.oarag.batch_files import AnswerFile, BatchRecord, read_questions
from entailed.service import OntologyService

DISHES = ("lasagne", "hummus", "moussaka", "pesto")


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    return written(tmp_path / "questions.jsonl", *({"id": dish, "question": f"Is {dish} a dish?"} for dish in DISHES))


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return path


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture
def run(kitchen: OntologyService) -> Callable[..., BatchReport]:
    def run(questions: Path, answers: Path, *, model: ChatModel | None = None, **how: Any) -> BatchReport:
        return answer_batch(
            read_questions(questions), AnswerFile(answers), partial(answer, service=kitchen), model=model, **how
        )

    return run


class Sensible:
    """Answers yes to every question, but fails where the question holds one of some words."""

    name = "sensible"

    def __init__(self, *failing: str, input_tokens: int = 10) -> None:
        self.failing = failing
        self.usage = Usage(calls=1, input_tokens=input_tokens, output_tokens=2)
        self.calls: list[str] = []

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **_: object) -> Reply:
        said = "\n".join(message.content for message in messages)
        self.calls.append(said)
        if len(messages) > 2 and any(word in said for word in self.failing):
            raise ModelUnavailableError("the endpoint hung up")
        text = 'Answer: {"answer": "yes"}'
        return Reply(text=text, finish_reason=FinishReason.STOP, usage=self.usage)


PAGE = (Path(__file__).parents[2] / "docs/json-batch.md").read_text(encoding="utf-8")


def documented() -> list[set[str]]:
    """The keys in each table of the page: of a question, and of a record."""
    tables = re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)
    return [set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) for table in tables]


# ---- reading questions


def test_a_question_may_give_its_form_and_goes_by_its_line_without_an_id(tmp_path: Path) -> None:
    path = written(
        tmp_path / "q.jsonl",
        {"question": "Which contains gluten?", "options": ["lasagne", "hummus"], "kind": "one-option"},
        "",
        {"id": 7, "question": "What is a scone?", "context": "Tea time."},
    )
    first, second = read_questions(path)
    assert documented()[0] == {"question", "options", "kind", "id", "context"}
    assert (first.id, type(first.question).__name__) == ("1", "OneOption")
    assert (second.id, type(second.question).__name__, second.question.context) == ("7", "ListOfNames", "Tea time.")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "line 2: not a question: Expecting property name"),
        ("[" * 100_000, "line 2: not a question"),
        ('{"question": "\udcff"}', "line 2: not a question"),
        ({"text": "Why?"}, "line 2: not a question: an object with `question`"),
        ({"question": "Why?", "option": ["a"]}, "no keys but"),
        ({"question": " "}, "the question is empty"),
        ({"question": "Why?", "kind": "essay"}, "choose one of options, one-option"),
        ({"question": "Why?", "options": "a"}, "a list of texts"),
        ({"question": "Why?", "id": ["a"]}, "`id` is neither"),
        ({"question": "Why?", "id": "1"}, "several questions have the id `1`"),
    ],
)
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: object, problem: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    path = tmp_path / "q.jsonl"
    path.write_text('{"question": "What?"}\n' + text + "\n", errors="surrogateescape")
    with pytest.raises(ReadError, match=problem):
        read_questions(path)


# ---- answering


def test_every_question_has_a_record_with_its_answer_and_the_usage_adds_up(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path
) -> None:
    answers, told = tmp_path / "answers.jsonl", list[BatchRecord]()
    report = run(questions, answers, model=Sensible(), on_record=told.append)
    assert (report.answered, report.failed, report.skipped) == (4, (), 0)
    assert {record["id"]: record["answer"]["answer"] for record in records(answers)} == dict.fromkeys(DISHES, "yes")
    assert sorted(record.item.id for record in told) == sorted(DISHES)
    assert records(answers)[0].keys() == documented()[1]
    assert report.usage.calls == sum(record["usage"]["calls"] for record in records(answers)) > 0
    assert report.usage.input_tokens == 10 * report.usage.calls


def test_without_a_model_the_reasoner_answers(run: Callable[..., BatchReport], questions: Path, tmp_path: Path) -> None:
    report = run(questions, tmp_path / "answers.jsonl")
    assert (report.answered, report.usage) == (4, Usage())
    verified = {
        record["id"]: record["answer"]["grounding"]["verified"] for record in records(tmp_path / "answers.jsonl")
    }
    assert verified["lasagne"] == "entailed"


def test_a_failed_question_is_named_with_what_it_cost_and_asked_again_on_request(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    report = run(questions, answers, model=Sensible("moussaka"))
    assert (report.answered, report.failed) == (3, ("moussaka",))
    (failed,) = (record for record in records(answers) if record["error"])
    assert failed["error"] == "ModelUnavailableError: the endpoint hung up"
    assert (failed["answer"], failed["usage"]["calls"]) == (None, 1)

    report = run(questions, answers, model=Sensible())
    assert (report.answered, report.failed, report.skipped) == (3, ("moussaka",), 4)
    report = run(questions, answers, model=Sensible(), retry_failed=True)
    assert (report.answered, report.failed, report.skipped) == (4, (), 3)
    assert len(records(answers)) == 5


def test_a_question_that_a_budget_cuts_short_has_failed_and_is_answered_with_a_larger_one(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path
) -> None:
    def budgeted(tokens: int) -> BudgetedModel:
        budget = Budget(tokens=tokens, price=Price(input_tokens=1, output_tokens=1))
        return BudgetedModel(Sensible(input_tokens=1998), budget)

    answers = tmp_path / "answers.jsonl"
    report = run(questions, answers, model=budgeted(5 * 2000 + 20), concurrency=1)  # a question takes three calls
    assert (report.answered, report.failed) == (1, DISHES[1:])
    whole, drafted, *unasked = records(answers)
    assert (whole["error"], whole["usage"]["cost"]) == (None, pytest.approx(0.006))
    assert (drafted["answer"]["answer"], drafted["usage"]["calls"]) == ("yes", 2)
    assert [record["answer"]["answer"] for record in unasked] == [None, None]
    for record in (drafted, *unasked):
        assert record["error"].startswith("BudgetSpentError: the budget of 10,020 tokens has no room")

    report = run(questions, answers, model=budgeted(10**6), retry_failed=True)
    assert (report.answered, report.failed, report.skipped) == (4, (), 1)
    assert [record["error"] for record in records(answers)[4:]] == [None] * 3


def test_what_an_earlier_run_answered_is_not_asked_again(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    run(questions, answers, model=Sensible())
    kept = answers.read_text().splitlines(keepends=True)
    answers.write_text("".join(kept[:2]) + kept[2][:40])  # killed while it wrote
    model = Sensible()
    report = run(questions, answers, model=model)
    assert (report.answered, report.skipped) == (4, 2)
    assert [record["id"] for record in records(answers)[:2]] == [json.loads(line)["id"] for line in kept[:2]]
    asked_again = {dish for dish in DISHES if any(f"Is {dish} " in call for call in model.calls)}
    assert asked_again == {*DISHES} - {json.loads(line)["id"] for line in kept[:2]}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("shopping list, without a line break", "line 1: not the record of an answer"),
        ('{"question": "Is lasagne a dish?"}\n', "line 1: not the record of an answer"),
        ('{"id": "lasagne", "question": "What is lasagne?", "options": [], "error": null}\n', "of another question"),
    ],
)
def test_a_file_that_holds_something_else_is_left_as_it_is(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path, content: str, problem: str
) -> None:
    other = tmp_path / "other.txt"
    other.write_text(content)
    with pytest.raises(ReadError, match=problem):
        run(questions, other)
    assert other.read_text() == content


def test_as_many_questions_are_under_way_as_allowed_and_no_more(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path
) -> None:
    pair = threading.Barrier(2, timeout=20)  # with fewer than two at a time nobody would pass
    slots = threading.BoundedSemaphore(2)

    class Paired(Sensible):
        def complete(self, messages: Sequence[Message], *, max_tokens: int, **more: object) -> Reply:
            assert slots.acquire(blocking=False), "a third question is under way"
            pair.wait()
            slots.release()
            return super().complete(messages, max_tokens=max_tokens, **more)

    assert run(questions, tmp_path / "answers.jsonl", model=Paired(), concurrency=2).answered == 4


def test_an_interrupted_run_keeps_what_is_complete_and_calls_the_model_no_more(
    run: Callable[..., BatchReport], questions: Path, tmp_path: Path
) -> None:
    answers, model = tmp_path / "answers.jsonl", Sensible()

    def interrupt(record: BatchRecord) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(questions, answers, model=model, concurrency=1, on_record=interrupt)
    done = records(answers)
    assert len(done) == 1
    assert len(model.calls) <= done[0]["usage"]["calls"] + 1
    assert run(questions, answers, model=model).skipped == 1
