"""The two files of a batch, both JSON lines: questions, and what became of them.

The file of answers only grows; of several records of one question the last counts.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from entailed.agent.step_json import usage_json
from entailed.errors import ReadError
from entailed.llm import Usage
from entailed.oarag.asking import make_question
from entailed.oarag.questions import Question, options_of


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchItem:
    """A question and the name it goes by in both files."""

    id: str
    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRecord:
    """What became of one question."""

    item: BatchItem
    answer: Mapping[str, Any] | None
    """In the shape of `answer_json`; None where the question failed before there was one."""
    error: str | None
    """Why it failed: the name of the error and its text. Where a budget was spent, beside the answer it came to."""
    usage: Usage
    """What was paid, also where the question failed in the end."""


# ---- questions

_KEYS = ("id", "question", "options", "kind", "context")


def read_questions(path: Path) -> tuple[BatchItem, ...]:
    """Read questions: objects with `question` and, where wanted, `id`, `options`, `kind` and `context`.

    A question without `id` goes by the number of its line. Blank lines are passed over.

    Raises:
        ReadError: The file cannot be read, a line is no question, or two questions have the same `id`.
    """
    items = tuple(_item(path, number, line) for number, line in _lines(path) if line.strip())
    again = next((name for name, times in Counter(item.id for item in items).items() if times > 1), None)
    if again is not None:
        advice = "Give each one an id of its own."
        raise ReadError(f"several questions have the id `{again}`.", source=str(path), advice=advice)
    return items


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each line with its number, counted from 1."""
    try:
        with path.open("rb") as file:
            yield from enumerate(file, start=1)
    except OSError as error:
        problem = f"it cannot be read: {error.strerror}."
        raise ReadError(problem, source=str(path), advice="Check the file name.") from error


def _item(path: Path, number: int, line: bytes) -> BatchItem:
    try:
        match json.loads(line.decode("utf-8-sig")):
            case {"question": str(text), **rest} if rest.keys() <= set(_KEYS):
                return BatchItem(id=_id(rest.get("id", number)), question=_question(text, rest))
            case _:
                raise ValueError(f"an object with `question` and no keys but {', '.join(_KEYS)} is expected")
    except (ValueError, RecursionError) as error:
        problem = f"not a question: {error}."
        raise ReadError(problem, source=str(path), line=number, advice="Mend or delete the line.") from error


def _id(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise ValueError("`id` is neither a text nor a whole number")
    return str(value)


def _question(text: str, rest: Mapping[Any, Any]) -> Question:
    match rest.get("options") or [], rest.get("kind"), rest.get("context") or "":
        case list(options), (str() | None) as kind, str(context) if all(isinstance(one, str) for one in options):
            return make_question(text, options=options, kind=kind, context=context)
        case _:
            raise ValueError("`options` are a list of texts, `kind` and `context` are texts")


# ---- answers

_BEGINNING = b'{"id": '
"""Of every record: a torn line is known by it, and no other file is taken for one of answers."""


class AnswerFile:
    """The records so far, and the place for more. One process at a time may write to it."""

    def __init__(self, path: Path) -> None:
        """Read the records there are. A last line that was cut off as it was written is cut off entirely.

        Raises:
            ReadError: The file cannot be read, or a line is no record.
        """
        self.path = path
        self._asked: dict[str, tuple[str, list[str]]] = {}
        self._failed: dict[str, bool] = {}
        if path.exists():
            self._read()

    def failed(self, item: BatchItem) -> bool | None:
        """Whether the last record of a question is a failure; None where it has none.

        Raises:
            ReadError: There is a record by its name, but of another question.
        """
        if item.id in self._asked and self._asked[item.id] != _asked(item.question):
            raise ReadError(
                f"its record `{item.id}` is of another question than the one asked now.",
                source=str(self.path),
                advice="Give questions ids that stay, or name another file for the answers.",
            )
        return self._failed.get(item.id)

    def append(self, record: BatchRecord) -> None:
        """Add a record and see it written."""
        text, options = _asked(record.item.question)
        line = {
            "id": record.item.id,
            "question": text,
            "options": options,
            "answer": record.answer,
            "error": record.error,
            "usage": usage_json(record.usage),
        }
        with self.path.open("ab") as file:
            file.write((json.dumps(line, ensure_ascii=False) + "\n").encode(errors="replace"))
        self._note(line)

    def _read(self) -> None:
        end = 0
        for number, line in _lines(self.path):
            whole = line.endswith(b"\n")
            if not whole and (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
                with self.path.open("r+b") as file:
                    file.truncate(end)
                return
            self._note(self._record(number, line))
            end += len(line)

    def _record(self, number: int, line: bytes) -> dict[str, Any]:
        with suppress(ValueError, RecursionError):
            record: dict[str, Any] = json.loads(line.decode())
            match record:
                case {"id": str(), "question": str(), "options": list(), "error": str() | None}:
                    return record
        problem, advice = "not the record of an answer.", "Name another file for the answers, or mend the line."
        raise ReadError(problem, source=str(self.path), line=number, advice=advice)

    def _note(self, record: Mapping[str, Any]) -> None:
        self._asked[record["id"]] = record["question"], record["options"]
        self._failed[record["id"]] = record["error"] is not None


def _asked(question: Question) -> tuple[str, list[str]]:
    return question.text, list(options_of(question))
