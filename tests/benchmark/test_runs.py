"""Runs on inspect-ai: what is kept, what is gone on from, what is lost."""

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import run_slowly
from inspect_ai.log import list_eval_logs, read_eval_log, write_eval_log
from kitchen_items import DISHES_ITEM, GLUTEN_ITEM, numbered

from entailed.benchmark import Item, Prediction
from entailed.benchmark.inspect_runs import read_records, run_jobs
from entailed.benchmark.jobs import Job
from entailed.benchmark.records import DataSetTest, System
from entailed.errors import ModelUnavailableError, ReadError
from entailed.llm import Usage
from entailed.oarag import GroundingLevel, Question
from entailed.service import OntologyService

USAGE = Usage(calls=2, input_tokens=100, output_tokens=7, cost=0.5)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where inspect-ai keeps what is not yet in a log."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "inspect"))


class Answering:
    """A method that answers as a function says."""

    def __init__(self, answer: Callable[[Question], Prediction]) -> None:
        self._answer = answer
        self.asked: list[str] = []

    def answer(self, question: Question, *, on_failure: Callable[[Usage], None] = lambda usage: None) -> Prediction:
        self.asked.append(question.text)
        try:
            return self._answer(question)
        except Exception:
            on_failure(USAGE)
            raise


def job(method: Answering, items: tuple[Item, ...], service: OntologyService | None = None, name: str = "cot") -> Job:
    return Job(
        system=System(model="scripted", method=name),
        test=DataSetTest(number=1, data_set="kitchen"),
        items=items,
        items_sha256="the same",
        method=method,
        service=service,
    )


def spoons(question: Question) -> Prediction:
    return Prediction(value=("knife", "spoon"), usage=USAGE)


def test_a_record_holds_what_was_predicted_and_what_it_is_worth(kitchen: OntologyService, tmp_path: Path) -> None:
    said = Prediction(
        value=("wheat flour",),
        usage=USAGE,
        tool_calls={"ASK": 2},
        shown=("every wheat flour contains some gluten", "nothing"),
        cited=(0,),
        reported=GroundingLevel.ENTAILED,
        verified=GroundingLevel.RELATED,
        constrained=True,
    )
    silent = Prediction(value=None, why_none="no JSON object", usage=Usage())
    method = Answering(lambda question: said if question == GLUTEN_ITEM.question else silent)
    assert run_jobs([job(method, (GLUTEN_ITEM, DISHES_ITEM), kitchen)], tmp_path / "runs")
    dishes, gluten = read_records(tmp_path / "runs")
    assert (gluten.item, gluten.prediction, gluten.error) == (GLUTEN_ITEM, said, "")
    assert gluten.score == (False, True)
    assert gluten.evidence == (1, 1, 1)
    assert (dishes.item, dishes.prediction, dishes.score, dishes.error) == (DISHES_ITEM, silent, None, "")
    assert dishes.evidence == (2, 0, 0)


def test_a_provider_that_fails_one_call_in_ten_loses_nothing(tmp_path: Path) -> None:
    calls = count(1)

    def answer(question: Question) -> Prediction:
        if next(calls) % 10 == 0:
            raise ModelUnavailableError("status 503 in 5 attempts")
        return spoons(question)

    items = numbered(30)
    assert run_jobs([job(Answering(answer), items)], tmp_path / "runs", concurrency=4)
    records = read_records(tmp_path / "runs")
    assert sorted(record.item.id for record in records) == sorted(item.id for item in items)
    assert all(record.correct for record in records)


def test_what_failed_is_asked_again_and_nothing_else(tmp_path: Path) -> None:
    def unable(question: Question) -> Prediction:
        if question.text in ("item-2", "item-5"):
            raise ModelUnavailableError("the server is down")
        return spoons(question)

    failing, able = Answering(unable), Answering(spoons)
    assert not run_jobs([job(failing, numbered(6))], tmp_path)
    records = read_records(tmp_path)
    assert {r.item.id for r in records if r.prediction is None} == {"item-2", "item-5"}
    assert "the server is down" in next(r.error for r in records if r.error)
    assert Counter(failing.asked)["item-2"] == 3

    assert run_jobs([job(able, numbered(6))], tmp_path)
    assert sorted(able.asked) == ["item-2", "item-5"]
    assert all(record.correct for record in read_records(tmp_path))


def test_what_attempts_that_failed_cost_is_kept_also_where_the_last_one_succeeds(tmp_path: Path) -> None:
    calls = count(1)

    def answer(question: Question) -> Prediction:
        if question.text == "item-1" or next(calls) == 1:
            raise ModelUnavailableError("status 503 in 5 attempts")
        return spoons(question)

    assert not run_jobs([job(Answering(answer), numbered(3))], tmp_path, concurrency=1)
    records = read_records(tmp_path)
    by_answer = Counter((record.prediction is None, record.failed_attempts) for record in records)
    three = Usage(calls=6, input_tokens=300, output_tokens=21, cost=1.5)
    assert by_answer == {(True, three): 1, (False, USAGE): 1, (False, Usage()): 1}


def test_a_method_that_times_out_has_failed(tmp_path: Path) -> None:
    def late(question: Question) -> Prediction:
        raise TimeoutError("no reply in 60 s")

    assert not run_jobs([job(Answering(late), numbered(1))], tmp_path)
    (record,) = read_records(tmp_path)
    assert record.prediction is None
    assert "the method raised TimeoutError: no reply in 60 s" in record.error


def test_more_questions_and_other_systems_go_into_the_same_folder(tmp_path: Path) -> None:
    few, more, other = Answering(spoons), Answering(spoons), Answering(spoons)
    assert run_jobs([job(few, numbered(6))], tmp_path, limit=2)
    assert run_jobs([job(more, numbered(6)), job(other, numbered(6), name="base")], tmp_path, limit=4)
    assert [sorted(method.asked) for method in (few, more, other)] == [
        ["item-0", "item-1"],
        ["item-2", "item-3"],
        ["item-0", "item-1", "item-2", "item-3"],
    ]
    assert Counter(record.system.method for record in read_records(tmp_path)) == {"cot": 4, "base": 4}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_ended_is_gone_on_from_without_asking_anything_twice(how: signal.Signals, tmp_path: Path) -> None:
    notes, runs = tmp_path / "notes", tmp_path / "runs"
    notes.touch()
    with subprocess.Popen([sys.executable, run_slowly.__file__, runs, notes]) as process:
        deadline = time.monotonic() + 60
        while len(notes.read_text().splitlines()) < 20:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(how)
    assert process.returncode != 0
    before = notes.read_text().split()
    assert run_jobs([run_slowly.job(notes, 0.0)], runs)
    asked = Counter(notes.read_text().split())
    # What two threads were at when the process ended had not been kept.
    assert sum(asked.values()) - len(asked) <= 2
    assert len(before) < len(run_slowly.ITEMS) == len(asked)
    assert all(record.correct for record in read_records(runs))


def test_runs_on_two_versions_of_a_data_set_are_not_mixed(tmp_path: Path) -> None:
    first = job(Answering(spoons), numbered(1))
    assert run_jobs([first, replace(first, items_sha256="another")], tmp_path)
    with pytest.raises(ReadError, match="different versions of test 1 of `kitchen`"):
        read_records(tmp_path)


@pytest.mark.parametrize("make", [lambda path: None, Path.mkdir])
def test_a_folder_without_logs_says_how_to_make_some(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "runs")
    with pytest.raises(ReadError, match="entailed bench run"):
        read_records(tmp_path / "runs")


def test_a_log_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "2026-01-01T00-00-00-00-00_test_x.eval").write_text("no log")
    with pytest.raises(ReadError, match=r"test_x\.eval"):
        read_records(tmp_path)


def test_a_log_of_another_task_is_named(tmp_path: Path) -> None:
    assert run_jobs([job(Answering(spoons), numbered(1))], tmp_path)
    (info,) = list_eval_logs(str(tmp_path))
    log = read_eval_log(info.name)
    log.eval.task, log.eval.task_args = "arithmetic", {}
    write_eval_log(log, info.name)
    with pytest.raises(ReadError, match="log of another task, `arithmetic`"):
        read_records(tmp_path)


def test_runs_against_two_ontologies_are_both_asked_and_not_mixed(tmp_path: Path) -> None:
    first, second, alone = Answering(spoons), Answering(spoons), Answering(spoons)
    assert run_jobs([replace(job(first, numbered(1)), ontology="go.owl")], tmp_path)
    assert run_jobs([job(alone, numbered(1), name="base")], tmp_path)
    assert len(read_records(tmp_path)) == 2
    assert run_jobs([replace(job(second, numbered(1)), ontology="foodon.owl")], tmp_path)
    assert [method.asked for method in (first, second, alone)] == [["item-0"]] * 3
    with pytest.raises(ReadError, match=r"`cot` against both `go\.owl` and `foodon\.owl`"):
        read_records(tmp_path)
