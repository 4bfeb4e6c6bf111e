"""Every method through `entailed bench run`, against a server that counts for itself what it is asked.

Where `ENTAILED_LONG_TESTS` is set, twenty questions of tests 1 and 2 are put to each method and reported on, which
takes two minutes; otherwise it is three of test 1.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from terminal import Command

from benchmark.obliging import reply_to
from entailed.benchmark.inspect_runs import read_records
from entailed.benchmark.methods import METHODS
from entailed.benchmark.report_analyses import costs_table
from entailed.benchmark.report_tables import as_objects
from entailed.llm import Usage
from llm.chat_server import Answer, ChatServer, completion, refusal

LONG = bool(os.environ.get("ENTAILED_LONG_TESTS"))
TESTS, QUESTIONS = ((1, 2), 20) if LONG else ((1,), 3)


class Provider:
    """Does as it is asked, but is too busy for some requests and refuses two of each model, which costs nothing."""

    def __init__(self) -> None:
        self.charged: dict[str, Usage] = {}
        """By model."""
        self._requests: Counter[str] = Counter()
        self._lock = Lock()

    def answer(self, request: dict[str, Any]) -> Answer:
        prompts = [message["content"] for message in request["messages"]]
        options = any("\nA. " in prompt for prompt in prompts)
        text = reply_to(prompts, '{"answer": ["A"]}' if options else '{"answer": ["lasagne"]}')
        usage = Usage(calls=1, input_tokens=sum(len(prompt.split()) for prompt in prompts), output_tokens=len(text))
        with self._lock:
            model = request["model"]
            self._requests[model] += 1
            if self._requests[model] in (2, 8):
                return refusal(400, "no")  # and the method fails
            if self._requests[model] % 10 == 0:
                return refusal(503, "busy", headers={"Retry-After": "0"})
            self.charged[model] = self.charged.get(model, Usage()) + usage
        tokens = {"prompt_tokens": usage.input_tokens, "completion_tokens": usage.output_tokens}
        return completion(text, usage=tokens | {"total_tokens": sum(tokens.values())})


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, entailed: Command) -> Iterator[Provider]:
    provider = Provider()
    models = Answer(body={"data": [{"id": "any", "owned_by": "vllm"}]})  # which decodes under a grammar
    with ChatServer(provider.answer, models=models) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "inspect"))
        yield provider


def test_what_is_told_of_each_method_is_what_the_provider_charged(
    entailed: Command, provider: Provider, tmp_path: Path
) -> None:
    data_set, runs, corpus = tmp_path / "kitchen", tmp_path / "runs", tmp_path / "corpus.jsonl"
    built = entailed("bench", "build", "example:kitchen", "-o", data_set, "--seed", 3, "--per-slot", 7, "--open", 30)
    assert built.code == 0, built.err
    documents = ({"id": str(n), "text": f"Gluten {n} is a protein of wheat. " * 40} for n in range(40))
    corpus.write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")
    tests = [argument for number in TESTS for argument in ("--test", number)]
    for method in METHODS:
        run = ("bench", "run", data_set, "-o", runs, "--model", f"openai:{method}", "--method", method)
        outcome = entailed(*run, *tests, "--limit", QUESTIONS, "--documents", corpus, "--json")
        assert outcome.code == 0, (method, outcome.err)
        assert sum(row["n"] for row in json.loads(outcome.out)["scores"]) == QUESTIONS * len(TESTS)

    told = dict.fromkeys(METHODS, Usage())
    for record in read_records(runs):
        assert record.prediction is not None
        told[record.system.method] += record.prediction.usage + record.failed_attempts
        assert record.system.method != "i-medrag" or record.prediction.usage.calls == 22
    assert told == provider.charged

    if LONG:
        costs = json.loads(entailed("bench", "report", runs, "--json").out)["tables"]["costs"]
    else:  # the same without plots
        costs = as_objects(costs_table(read_records(runs)))
    tokens: Counter[str] = Counter()
    for row in costs:
        tokens[row["method"]] += row["all tokens"]
        assert row["method"] != "i-medrag" or row["calls"] == 22
    assert tokens == {name: usage.input_tokens + usage.output_tokens for name, usage in provider.charged.items()}
    assert sum(row["failed tokens"] for row in costs) > 0
