import json
from collections.abc import Callable
from pathlib import Path

import pytest

from entailed.agent import Step
from entailed.oarag import (
    FreeText,
    GroundingLevel,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    YesNoMaybe,
    answer,
    answer_json,
)
from entailed.service import OntologyService


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (OneOption(text="Which of these contains tree nut protein?", options=("pesto", "hummus")), "pesto"),
        (OneOption(text="Which of these is the egg yolk part of?", options=("egg", "milk")), "egg"),
        (OneOption(text="Which of these is part of the egg?", options=("egg yolk", "milk")), "egg yolk"),
        (
            SeveralOptions(text="Which of these contains gluten?", options=("lasagne", "hummus", "scone")),
            ("lasagne", "scone"),
        ),
        (
            SeveralOptions(text="Which of these is a nut dish?", options=("pesto", "pesto pasta")),
            ("pesto", "pesto pasta"),
        ),
        (YesNoMaybe(text="Is pesto a nut dish?"), "yes"),
        (YesNoMaybe(text="Is every lasagne a kind of food?"), "yes"),
        (FreeText(text="Is the egg yolk part of the egg?"), "yes"),
        (ListOfNames(text="What is a kind of nut dish?"), ("pesto", "pesto pasta")),
    ],
)
def test_what_the_reasoner_decides_alone_is_answered_as_entailed(
    kitchen: OntologyService, question: Question, value: object
) -> None:
    given = answer(question, service=kitchen, model=None)
    assert given.value == value
    assert given.grounding.verified is GroundingLevel.ENTAILED
    assert given.grounding.reported is None
    assert given.model is None
    assert any(item.cited for item in given.evidence)
    assert all("ENTAILED" in item.observation or "is a" in item.query for item in given.evidence if item.cited)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (YesNoMaybe(text="Is hummus a nut dish?"), "does not deny"),
        (OneOption(text="Which of these contains gluten?", options=("hummus", "rice")), "denies none"),
        (OneOption(text="Which of these contains gluten?", options=("lasagne", "scone")), "several are entailed"),
        (OneOption(text="Which of these contains gluten?", options=("lasagne", "zorblax")), "no clear verdict on"),
        (OneOption(text="Which of these contains gluten?", options=("lasagne", "pepper")), "no clear verdict on"),
        (OneOption(text="Which of these never contains gluten?", options=("lasagne", "rice")), "says more"),
        (FreeText(text="What is pesto?"), "no statement"),
    ],
)
def test_what_is_left_open_is_evidence_and_no_answer(kitchen: OntologyService, question: Question, reason: str) -> None:
    given = answer(question, service=kitchen, model=None)
    assert given.value is None
    assert given.grounding.verified is None
    assert reason in given.grounding.reason
    assert given.evidence
    assert not any(item.cited for item in given.evidence)


def test_an_option_that_is_not_entailed_is_named_and_not_denied(kitchen: OntologyService) -> None:
    question = OneOption(text="Which of these contains tree nut protein?", options=("pesto", "hummus"))
    reason = answer(question, service=kitchen, model=None).grounding.reason
    assert reason.endswith("Not entailed, which denies nothing (open world): hummus.")


def test_an_option_on_which_left_out_axioms_bear_says_so(kitchen: OntologyService) -> None:
    question = OneOption(text="Which of these is an animal product?", options=("butter", "seafood"))
    reason = answer(question, service=kitchen, model=None).grounding.reason
    assert reason.endswith("(open world; the ontology also has axioms that were not reasoned over): seafood.")


def test_entailments_rank_first_and_are_numbered_so(kitchen: OntologyService) -> None:
    question = OneOption(text="Which of these contains gluten?", options=("hummus", "lasagne", "scone"))
    given = answer(question, service=kitchen, model=None)
    verdicts = ["NOT ENTAILED" in item.observation for item in given.evidence if item.query.startswith("ASK")]
    assert verdicts == sorted(verdicts)
    assert [item.id for item in given.evidence] == [f"E{number}" for number in range(1, len(given.evidence) + 1)]


def test_without_relation_words_the_relations_that_hold_are_evidence(livestock: OntologyService) -> None:
    question = OneOption(
        text="Poisoning by which of these elements causes blind staggers (alkali disease) in livestock?",
        options=("magnesium", "selenium"),
    )
    given = answer(question, service=livestock, model=None)
    assert given.value is None
    first = given.evidence[0]
    assert "selenium" in first.query
    assert "causative agent" in first.observation


def test_the_candidates_of_an_ambiguous_name_are_described(kitchen: OntologyService) -> None:
    given = answer(FreeText(text="What is pepper?"), service=kitchen, model=None)
    observations = " ".join(item.observation for item in given.evidence)
    assert "black pepper" in observations
    assert "sweet pepper" in observations
    assert '"pepper" is ambiguous: sweet pepper (KIT:0000304), black pepper' in given.grounding.reason


def test_a_question_without_a_known_name_says_so_and_suggests_near_ones(kitchen: OntologyService) -> None:
    given = answer(FreeText(text="Tell me about lasagnne!"), service=kitchen, model=None)
    assert given.value is None
    assert given.evidence == ()
    assert "No query found anything" in given.grounding.reason
    assert "lasagne" in given.grounding.reason


def test_queries_are_told_and_counted_as_steps(kitchen: OntologyService) -> None:
    told: list[Step] = []
    question = YesNoMaybe(text="Is pesto a nut dish?")
    given = answer(question, service=kitchen, model=None, on_step=told.append)
    assert tuple(told) == given.steps
    assert [step["action"] for step in answer_json(given)["steps"]] == ['query(ASK { "pesto" "is a" "nut dish" })']
    assert json.dumps(answer_json(given))


@pytest.mark.parametrize("text", ["Is every ear trouble a fault?", "Is inherited balance fault a fault?"])
def test_a_synonym_that_is_not_exact_never_makes_an_entailed_answer(
    shared: Path, open_service: Callable[[Path], OntologyService], text: str
) -> None:
    service = open_service(shared / "cases" / "N07_synonym_scope_not_identity" / "scope.obo")
    given = answer(YesNoMaybe(text=text), service=service, model=None)
    assert given.value is None
    assert given.grounding.verified is None


SHIPS = """format-version: 1.4
ontology: ships

[Term]
id: X:1
name: brig
disjoint_from: X:2

[Term]
id: X:2
name: tree

[Term]
id: X:3
name: brig tree
is_a: X:1
is_a: X:2

[Term]
id: X:4
name: Snow

[Term]
id: X:5
name: snow
is_a: X:1
"""


@pytest.mark.parametrize(
    "question",
    [
        YesNoMaybe(text="Is the brig tree a brig?"),
        YesNoMaybe(text="Is snow a brig?"),
        ListOfNames(text="What is a kind of snow?"),
        OneOption(text="Which of these is a brig?", options=("snow", "tree")),
        SeveralOptions(text="Which of these is a brig?", options=("brig tree", "tree")),
    ],
)
def test_nothing_is_answered_by_an_unsatisfiable_concept_or_a_name_with_two_readings(
    tmp_path: Path, open_service: Callable[[Path], OntologyService], question: Question
) -> None:
    (tmp_path / "ships.obo").write_text(SHIPS)
    given = answer(question, service=open_service(tmp_path / "ships.obo"), model=None)
    assert given.value is None
    assert given.grounding.verified is None


@pytest.mark.parametrize(
    "text", ["How many dishes contain gluten?", "Does hummus not contain gluten?", "Is lasagne gluten free?"]
)
def test_a_question_that_says_more_than_its_names_gets_no_verdict_on_less(kitchen: OntologyService, text: str) -> None:
    given = answer(YesNoMaybe(text=text), service=kitchen, model=None)
    assert given.value is None
    assert "The question says more than its names and relations do" in given.grounding.reason
    assert "not entailed" not in given.grounding.reason


def test_a_list_that_left_out_axioms_may_lengthen_says_so(kitchen: OntologyService) -> None:
    given = answer(ListOfNames(text="Which foods derive from an aquatic animal?"), service=kitchen, model=None)
    assert given.value is not None
    assert "there may be more (open world; the ontology also has axioms that were not" in given.grounding.reason
