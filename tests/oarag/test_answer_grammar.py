"""Whatever constrained decoding lets a model write has the form that the stage asks for."""

from random import Random

import pytest

from derivations import Derivations
from entailed.agent import JsonProblem, find_json_object
from entailed.agent.attribution import attribution_grammar
from entailed.oarag import FreeText, ListOfNames, OneOption, Question, SeveralOptions, YesNoMaybe
from entailed.oarag.answer_grammar import claims_grammar, reasoned_answer_grammar
from entailed.oarag.questions import read_answer

QUESTIONS = [
    SeveralOptions(text="Which?", options=("a", "b", "c")),
    OneOption(text="Which?", options=("a", "b")),
    ListOfNames(text="Which?"),
    YesNoMaybe(text="Is it?"),
    FreeText(text="Why?"),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: type(question).__name__)
def test_every_reply_is_read_as_an_answer(question: Question):
    grammar = Derivations(reasoned_answer_grammar(question))
    random = Random(1)
    for _ in range(500):
        text = grammar.sample(random)
        assert not isinstance(read_answer(question, text), JsonProblem), text


def test_every_option_can_be_chosen():
    grammar = Derivations(reasoned_answer_grammar(QUESTIONS[0]))
    random = Random(1)
    answers = {read_answer(QUESTIONS[0], grammar.sample(random)) for _ in range(500)}
    assert {(), ("a",), ("b",), ("c",), ("b", "a"), ("c", "a", "b")} <= answers


def test_every_attribution_cites_what_there_is():
    grammar = Derivations(attribution_grammar(["E1", "E2"]))
    random = Random(1)
    found = [find_json_object(grammar.sample(random)) for _ in range(200)]
    assert {evidence for one in found for evidence in one["evidence"]} == {"E1", "E2"}
    assert {one["grounding"] for one in found} == {"entailed", "supported", "related", "unrelated"}


def test_claims_are_of_offered_names_and_said_to_be_complete_or_not():
    grammar = Derivations(claims_grammar(["brig", 'so-called "yacht"'], ["is a", "part of"], 3))
    random = Random(1)
    found = [find_json_object(grammar.sample(random)) for _ in range(200)]
    assert {one["complete"] for one in found} == {True, False}
    assert {len(one["claims"]) for one in found} == {0, 1, 2, 3}
    assert {claim["subject"] for one in found for claim in one["claims"]} == {"brig", 'so-called "yacht"'}
