"""200 questions, 16 at a time, to a server that fails one call in five and hangs on one in fifty."""

import json
import random
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from entailed.llm import OpenAICompatibleModel, Usage
from entailed.oarag import answer
from entailed.oarag.batch import BatchReport, answer_batch
from entailed.oarag.batch_files import AnswerFile, read_questions
from entailed.service import OntologyService
from llm.chat_server import Answer, ChatServer, completion, refusal

QUESTIONS = 200
CONCURRENCY = 16
TIMEOUT_S = 1.5


class BadServer:
    """Fails as it is told to, and counts what it answered."""

    def __init__(self, *, failing: float, hanging: float) -> None:
        self.failing = failing
        self.hanging = hanging
        self.usage = Usage()
        self.failures = 0
        self._random = random.Random(7)
        self._lock = Lock()

    def __call__(self, request: dict[str, Any]) -> Answer:
        with self._lock:
            chance = self._random.random()
            if chance < self.failing:
                self.failures += 1
                status = self._random.choice([429, 500, 502, 503])
                return refusal(status, "Too busy.", headers={"Retry-After": "0.01"})
            if chance < self.failing + self.hanging:
                self.failures += 1
                return Answer(delay_s=TIMEOUT_S + 0.5)
            tokens = self._random.randint(1, 50)
            self.usage += Usage(calls=1, input_tokens=10 * tokens, output_tokens=tokens)
        usage = {"prompt_tokens": 10 * tokens, "completion_tokens": tokens}
        return completion('Thought: clear.\nAnswer: {"answer": "yes"}', usage=usage)


def run(service: OntologyService, behaviour: BadServer, questions: Path, answers: Path, **how: Any) -> BatchReport:
    with (
        ChatServer(behaviour) as server,
        closing(
            OpenAICompatibleModel(
                "m", base_url=server.url, timeout_s=TIMEOUT_S, max_retries=2, max_concurrency=CONCURRENCY
            )
        ) as model,
    ):
        items, file = read_questions(questions), AnswerFile(answers)
        return answer_batch(items, file, partial(answer, service=service), model=model, concurrency=CONCURRENCY, **how)


def test_every_question_is_answered_or_named_as_failed_and_the_usage_adds_up(
    kitchen: OntologyService, tmp_path: Path
) -> None:
    questions, answers = tmp_path / "questions.jsonl", tmp_path / "answers.jsonl"
    names = [f"Q{number}" for number in range(QUESTIONS)]
    questions.write_text("".join(json.dumps({"id": name, "question": f"Is {name} a dish?"}) + "\n" for name in names))

    behaviour = BadServer(failing=0.20, hanging=0.02)
    report = run(kitchen, behaviour, questions, answers)
    lines = [json.loads(line) for line in answers.read_text().splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(names)
    assert [name for name in names if name in report.failed] == [*report.failed]
    assert {line["id"] for line in lines if line["answer"] is None} == {*report.failed}
    assert all(line["error"].startswith("ModelUnavailableError: ") for line in lines if line["answer"] is None)
    assert report.answered + len(report.failed) == QUESTIONS
    assert behaviour.failures > QUESTIONS * 0.2
    assert report.usage == behaviour.usage
    assert sum(line["usage"]["output_tokens"] for line in lines) == behaviour.usage.output_tokens

    again = run(kitchen, BadServer(failing=0, hanging=0), questions, answers, retry_failed=True)
    assert (again.answered, again.failed, again.skipped) == (QUESTIONS, (), report.answered)
