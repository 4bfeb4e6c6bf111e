"""`entailed ask`, with and without a model."""

import json
import re
from pathlib import Path

import pytest
from terminal import Command, failure

KITCHEN = "example:kitchen"
STAGGERS = (
    "ask",
    "example:livestock",
    "Poisoning by which of these elements causes blind staggers (alkali disease) in livestock?",
    *(part for element in ("magnesium", "manganese", "selenium", "molybdenum") for part in ("--option", element)),
)


def words(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


# ---- without a model


def test_a_yes_no_question_is_decided_with_its_proof(entailed: Command) -> None:
    outcome = entailed("ask", KITCHEN, "Does hummus contain sesame protein?")
    said = words(outcome.out)
    assert (outcome.code, outcome.err) == (0, "")
    assert said.startswith("yes ● entailed, checked by the reasoner No model was used.")
    assert 'E1 ASK { "hummus" "contains" "sesame protein" }' in said
    assert "sesame seed ⊑ ∃ contains . sesame protein stated" in said
    assert re.search(r" \d hummus ⊑ ∃ contains \. sesame protein ", said)
    assert "no model was used · 1 step" in said


def test_what_the_ontology_contradicts_is_denied_with_its_proof(entailed: Command) -> None:
    said = words(entailed("ask", KITCHEN, "Is butter a plant product?").out)
    assert said.startswith("no ● entailed, checked by the reasoner No model was used. The ontology contradicts")
    assert "The ontology contradicts it:" in said
    assert "disjoint: animal product, plant product stated" in said
    assert "butter ⊓ plant product ⊑ ⊥ disjointness" in said


def test_options_that_stand_for_nothing_are_named(entailed: Command) -> None:
    options = ("--option", "lasagne", "--option", "zorblax", "--option", "pepper")
    said = words(entailed("ask", KITCHEN, "Which of these contains gluten?", *options).out)
    assert 'No concept is named "zorblax".' in said
    assert '"pepper" is ambiguous: sweet pepper (KIT:0000304), black pepper (KIT:0000342).' in said


def test_options_are_decided_each(entailed: Command) -> None:
    outcome = entailed("ask", KITCHEN, "Which of these contains gluten?", "--option", "hummus", "--option", "lasagne")
    said = words(outcome.out)
    assert said.startswith("lasagne ● entailed, checked by the reasoner")
    assert "Not entailed, which denies nothing (open world" in said
    assert "): hummus." in said


def test_a_list_of_names_is_all_that_is_derived(entailed: Command) -> None:
    answer = json.loads(entailed("ask", KITCHEN, "Which dishes contain peanut protein?", "--json").out)
    assert answer["answer"] == ["satay sauce"]
    assert answer["grounding"]["verified"] == "entailed"
    assert (answer["grounding"]["reported"], answer["model"]) == (None, None)
    assert answer["usage"] == {"calls": 0, "input_tokens": 0, "output_tokens": 0}
    (evidence,) = answer["evidence"]
    assert evidence["id"] == "E1"
    assert evidence["query"].startswith("SELECT ?x WHERE {")
    assert "peanut protein" in [name["name"] for name in evidence["linked_by"]]


@pytest.mark.parametrize("question", ["Why is the sky blue?", "Xyzzy plugh?"])
def test_a_question_without_a_known_name_has_no_answer_and_says_why(entailed: Command, question: str) -> None:
    outcome = entailed("ask", KITCHEN, question)
    assert (outcome.code, outcome.err) == (0, "")
    said = words(outcome.out)
    assert said.startswith("no answer No model was used. No query found anything")
    assert "holds no name that the ontology knows" in said


def test_the_kind_of_answer_can_be_chosen(entailed: Command) -> None:
    options = ("--option", "lasagne", "--option", "moussaka")
    several = json.loads(entailed("ask", KITCHEN, "Which contains gluten?", *options, "--json").out)
    assert several["answer"] == ["lasagne", "moussaka"]
    one = json.loads(entailed("ask", KITCHEN, "Which contains gluten?", *options, "--kind", "one-option", "--json").out)
    assert isinstance(one["answer"], str | None)


# ---- with a model


def test_a_model_is_led_from_its_guess_to_what_the_ontology_entails(entailed: Command, livestock_replies: Path) -> None:
    outcome = entailed(*STAGGERS, "--model", f"replay:{livestock_replies}")
    said = words(outcome.out)
    assert outcome.code == 0
    assert said.startswith("selenium ● supported, checked by the reasoner · ● entailed, says the model")
    assert 'The reasoner derives "selenium poisoning" "causative agent" …' in said
    assert 'E2 ASK { "blind staggers" "causative agent" "selenium" }' in said
    assert "selenium poisoning ⊑ ∃ causative agent . selenium stated" in said
    assert "4 steps · 7 calls" in said
    steps = [line.strip() for line in outcome.err.splitlines() if line[:3].strip().isdigit()]
    assert steps[0] == '1. DESCRIBE "blind staggers"'
    assert len(steps) == 4


def test_with_json_a_model_run_is_one_object_and_nothing_else(entailed: Command, livestock_replies: Path) -> None:
    outcome = entailed(*STAGGERS, "--model", f"replay:{livestock_replies}", "--json")
    answer = json.loads(outcome.out)
    assert outcome.err == ""
    assert (answer["answer"], answer["draft"]) == (["selenium"], ["molybdenum"])
    assert answer["grounding"]["reported"] == "entailed"
    assert [evidence["id"] for evidence in answer["evidence"] if evidence["cited"]] == ["E1", "E2"]
    assert answer["usage"]["calls"] == 7
    assert len(answer["steps"]) == 4


def test_the_model_can_be_set_in_the_environment(
    entailed: Command, livestock_replies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTAILED_MODEL", f"replay:{livestock_replies}")
    assert json.loads(entailed(*STAGGERS, "--json").out)["model"] == f"replay:{livestock_replies}"


def test_a_recorded_run_is_replayed_alike_and_only_for_the_same_question(
    entailed: Command, livestock_replies: Path, tmp_path: Path
) -> None:
    recording = tmp_path / "run.jsonl"
    first = entailed(*STAGGERS, "--model", f"replay:{livestock_replies}", "--record", recording, "--json")
    again = entailed(*STAGGERS, "--model", f"replay:{recording}", "--json")
    assert _without_times(again.out) == _without_times(first.out)

    other = entailed("ask", "example:livestock", "What is jaundice?", "--model", f"replay:{recording}")
    message = failure(other)
    assert "no such request is recorded" in message
    assert message.endswith("Record again, or ask as recorded.")


def _without_times(text: str) -> dict[str, object]:
    answer: dict[str, object] = json.loads(text)
    steps: list[dict[str, object]] = answer.pop("steps")  # type: ignore[assignment]
    return answer | {"model": None, "steps": [step | {"seconds": 0} for step in steps]}


def test_strategy_persona_and_budgets_reach_the_run(entailed: Command, tmp_path: Path) -> None:
    script = tmp_path / "replies.jsonl"
    replies = ['Answer: {"answer": "yes"}', '{"evidence": ["E1"], "grounding": "entailed"}']
    script.write_text("".join(json.dumps({"reply": reply}) + "\n" for reply in replies))
    flags = ("--strategy", "evidence-first", "--persona", "food", "--max-queries", "1", "--max-actions", "2")
    outcome = entailed("ask", KITCHEN, "Does hummus contain tahini?", "--model", f"replay:{script}", *flags, "--json")
    answer = json.loads(outcome.out)
    assert [step["kind"] for step in answer["steps"]] == ["called", "answered"]
    assert (answer["usage"]["calls"], answer["grounding"]["verified"]) == (2, "entailed")


def test_an_unknown_persona_is_a_usage_error_that_lists_those_there_are(entailed: Command) -> None:
    outcome = entailed("ask", KITCHEN, "Is an egg a food?", "--persona", "pirate")
    assert outcome.code == 2
    assert "choose one of general, molecular-biology" in " ".join(outcome.err.replace("│", "").split())


def test_replies_are_recorded_of_a_model_only(entailed: Command, tmp_path: Path) -> None:
    outcome = entailed("ask", "example:kitchen", "Is an egg a food?", "--record", tmp_path / "replies.jsonl")
    assert outcome.code == 2
    assert "name one with --model" in " ".join(outcome.err.split())
    assert not (tmp_path / "replies.jsonl").exists()
