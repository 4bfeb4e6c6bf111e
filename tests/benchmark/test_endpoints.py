"""Fine-tuned models, described in a file."""

from pathlib import Path

import pytest

from entailed.benchmark.methods import Endpoint, endpoint_method, read_endpoint
from entailed.errors import ReadError
from entailed.llm import ScriptedModel
from entailed.oarag import OneOption

QUESTION = OneOption(text="Which one?", options=("this", "that"), persona="You know.")


def read(folder: Path, text: str) -> Endpoint:
    path = folder / "model.yaml"
    path.write_text(text, encoding="utf-8")
    return read_endpoint(path)


def test_a_fine_tuned_model_is_asked_in_its_own_way(tmp_path: Path) -> None:
    endpoint = read(
        tmp_path,
        "model: taxo\nbase_url: http://localhost:8000/v1\nsystem: ''\nprompt: |\n  [INST] $persona $question [/INST]\n",
    )
    assert (endpoint.model, endpoint.base_url) == ("taxo", "http://localhost:8000/v1")
    model = ScriptedModel(['{"answer": "B"}'])
    given = endpoint_method(endpoint, model=model).answer(QUESTION)
    assert (given.value, given.usage.calls) == ("that", 1)
    system, user = model.requests[0]
    assert system.content == ""
    assert user.content.startswith("[INST] You know. Question: Which one?\n\nOptions:\nA. this")


def test_without_prompts_it_is_asked_as_the_others_are(tmp_path: Path) -> None:
    endpoint = read(tmp_path, "model: onto\nbase_url: http://localhost:8000/v1\n")
    model = ScriptedModel(['{"answer": "A"}'])
    endpoint_method(endpoint, model=model).answer(QUESTION)
    system, user = model.requests[0]
    assert (system.content, user.content.splitlines()[0]) == ("You know.", "Question: Which one?")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("model: a", "base_url"),
        ("- model", "no mapping"),
        ("model: a\nbase_url: b\nkey: c", "there is no key `key`"),
        ("model: a\nbase_url: [b]", "no mapping from keys to texts"),
        ("model: a\nbase_url: b\nprompt: $question $options", "in place of `\\$options`"),
        ("model: a\nbase_url: b\nprompt: $persona", "does not hold \\$question"),
        ("model: a\nbase_url: b\nprompt: costs $5 $question", "with no name after it"),
        ("model: 'a", "found unexpected end"),
        ("x" * 100_001, "longer than 100,000"),
    ],
)
def test_a_file_that_describes_no_endpoint_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ReadError, match=problem) as error:
        read(tmp_path, text)
    assert "Give `model` and `base_url`" in str(error.value)
