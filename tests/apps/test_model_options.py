"""What a command may ask of a model, and spend on it."""

import json
from pathlib import Path

import pytest
from terminal import Command, failure


@pytest.fixture
def staggers(livestock_replies: Path) -> tuple[str, ...]:
    options = [part for element in ("magnesium", "selenium", "molybdenum") for part in ("--option", element)]
    question = "Poisoning by which of these elements causes blind staggers in livestock?"
    model = f"replay:{livestock_replies}"
    return ("ask", "example:livestock", question, "--kind", "one-option", *options, "--model", model)


def test_a_price_gives_the_answer_its_cost(entailed: Command, staggers: tuple[str, ...]) -> None:
    usage = json.loads(entailed(*staggers, "--price", "2", "10", "--json").out)["usage"]
    assert usage["cost"] == pytest.approx((2 * usage["input_tokens"] + 10 * usage["output_tokens"]) / 1e6)
    assert f"· cost {usage['cost']:.4g} ·" in " ".join(entailed(*staggers, "--price", "2", "10").out.split())


@pytest.mark.parametrize("limit", [("--budget-tokens", "2500"), ("--budget-cost", "0.0025", "--price", "1", "1")])
def test_a_spent_budget_ends_the_answer_and_is_no_failure(
    entailed: Command, staggers: tuple[str, ...], limit: tuple[str, ...]
) -> None:
    outcome = entailed(*staggers, *limit, "--json")
    answer = json.loads(outcome.out)
    assert outcome.code == 0
    assert answer["outcome"] == "stopped: budget spent"
    assert "budget" in answer["grounding"]["reason"]
    assert answer["usage"]["input_tokens"] + answer["usage"]["output_tokens"] <= 2500


def test_a_script_is_not_called_constrained(entailed: Command, staggers: tuple[str, ...]) -> None:
    steps = json.loads(entailed(*staggers, "--constrained", "--seen-names", "--json").out)["steps"]
    assert {step["constrained"] for step in steps} == {False}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seen-names",), "give both"),
        (("--budget-cost", "1"), "needs the price"),
        (("--price", "-1", "1"), "a number from 0 up"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    entailed: Command, staggers: tuple[str, ...], arguments: tuple[str, ...], said: str
) -> None:
    outcome = entailed(*staggers, *arguments)
    assert outcome.code == 2
    assert said in " ".join(outcome.err.replace("│", " ").split())


@pytest.mark.parametrize("arguments", [("--constrained",), ("--budget-tokens", "9"), ("--price", "1", "1")])
def test_what_is_asked_of_a_model_needs_one(entailed: Command, arguments: tuple[str, ...]) -> None:
    outcome = entailed("ask", "example:kitchen", "Does hummus contain sesame protein?", *arguments)
    assert outcome.code == 2
    assert "name one with --model" in " ".join(outcome.err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("kind", "key"), [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY"), ("google", "GEMINI_API_KEY")]
)
def test_each_provider_has_its_own_key(entailed: Command, monkeypatch: pytest.MonkeyPatch, kind: str, key: str) -> None:
    for name in {"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"} - {key}:
        monkeypatch.setenv(name, "sk-1")
    said = failure(entailed("ask", "example:kitchen", "Is it?", "--model", f"{kind}:m"))
    assert f"there is no API key. Set {key}" in said
