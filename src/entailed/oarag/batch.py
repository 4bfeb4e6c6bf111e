"""Many questions, several at a time; an answer is on disk as soon as it is there, and a later run goes on from it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from threading import Event, Lock
from typing import Any, Protocol

from entailed.errors import EntailedError
from entailed.llm import ChatModel, MeteredModel, Usage
from entailed.oarag.answers import Answer, answer_json
from entailed.oarag.background import StoppableModel
from entailed.oarag.batch_files import AnswerFile, BatchItem, BatchRecord
from entailed.oarag.questions import Question


class Answering(Protocol):
    """Answers a question with any model; called in several threads at once."""

    def __call__(self, question: Question, *, model: ChatModel | None) -> Answer:
        """Answer it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchReport:
    """What became of all the questions, whether in this run or an earlier one."""

    answered: int
    failed: tuple[str, ...]
    """The names of the questions whose last record is a failure."""
    skipped: int
    """How many had their record before this run."""
    usage: Usage
    """Of this run."""


def answer_batch(
    items: Sequence[BatchItem],
    answers: AnswerFile,
    answering: Answering,
    *,
    model: ChatModel | None,
    concurrency: int = 8,
    retry_failed: bool = False,
    on_record: Callable[[BatchRecord], None] | None = None,
) -> BatchReport:
    """Answer the questions that have no record yet.

    A question that fails is recorded with its error and stops no other. One that a spent budget cuts short has failed,
    and its record holds the answer it came to as well. When the run is interrupted, what is complete is on disk, and a
    question under way is left without a record after its current call to the model.

    Args:
        items: The questions.
        answers: Their records so far; the new ones are added.
        answering: Answers one of them.
        model: What to ask, if anything.
        concurrency: Questions under way at once.
        retry_failed: Ask the questions again whose last record is a failure.
        on_record: Told of each record once it is written, one at a time, in the thread that answered.

    Raises:
        ReadError: A record goes by the name of another question.
        OSError: A record cannot be written.
    """
    outcomes = {item.id: answers.failed(item) for item in items}
    due = [item for item in items if outcomes[item.id] is None or (retry_failed and outcomes[item.id])]
    stopped, writing = Event(), Lock()

    def work(item: BatchItem) -> Usage:
        record = _answered(item, answering, None if model is None else MeteredModel(StoppableModel(model, stopped)))
        try:
            with writing:
                answers.append(record)
                if on_record is not None:
                    on_record(record)
        except BaseException:
            stopped.set()  # here and not where the results are awaited: the next question begins at once
            raise
        return record.usage

    with ThreadPoolExecutor(concurrency, thread_name_prefix="entailed") as threads:
        futures = [threads.submit(work, item) for item in due]
        try:
            usage = sum((future.result() for future in as_completed(futures)), Usage())
        except BaseException:
            stopped.set()
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    failed = tuple(item.id for item in items if answers.failed(item))
    return BatchReport(answered=len(items) - len(failed), failed=failed, skipped=len(items) - len(due), usage=usage)


def _answered(item: BatchItem, answering: Answering, model: MeteredModel | None) -> BatchRecord:
    answer: dict[str, Any] | None = None
    error: EntailedError | None = None
    try:
        answer = answer_json(answering(item.question, model=model))
        error = None if model is None else model.budget_spent
    except EntailedError as raised:
        error = raised
    problem = None if error is None else f"{type(error).__name__}: {error}"
    usage = Usage() if model is None else model.usage
    return BatchRecord(item=item, answer=answer, error=problem, usage=usage)
