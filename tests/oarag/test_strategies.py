"""Evidence first with a model: what the question implies is found before the model is asked."""

import json
from collections.abc import Sequence

import pytest

from entailed.agent import Step
from entailed.llm import ScriptedModel
from entailed.oarag import (
    PERSONAS,
    Answer,
    AnsweringLimits,
    GroundingLevel,
    OneOption,
    Question,
    SeveralOptions,
    Strategy,
    YesNoMaybe,
    answer,
)
from entailed.service import OntologyService

GLUTEN = SeveralOptions(text="Which of these contain gluten?", options=("lasagne", "ratatouille"))
SAID = '{"answer": ["A"]}'
ATTRIBUTION = '{"evidence": ["E1"], "grounding": "entailed"}'


def ask(
    service: OntologyService,
    question: Question,
    *replies: str,
    limits: AnsweringLimits | None = None,
    told: list[Step] | None = None,
) -> tuple[Answer, ScriptedModel]:
    model = ScriptedModel(replies)
    given = answer(
        question,
        service=service,
        model=model,
        strategy=Strategy.EVIDENCE_FIRST,
        limits=limits,
        on_step=None if told is None else told.append,
    )
    return given, model


def test_a_model_that_answers_from_the_evidence_is_called_twice(kitchen: OntologyService) -> None:
    told: list[Step] = []
    given, model = ask(kitchen, GLUTEN, f"Answer: {SAID}", ATTRIBUTION, told=told)
    assert (given.value, given.grounding.reported, given.grounding.verified) == (
        ("lasagne",),
        GroundingLevel.ENTAILED,
        GroundingLevel.ENTAILED,
    )
    assert given.usage.calls == 2
    assert given.draft is None
    system, user = model.requests[0]
    assert (system.role, system.content, user.role) == ("system", GLUTEN.persona, "user")
    assert "A. lasagne" in user.content
    assert "[E1]" in user.content
    assert 'ASK { "lasagne" "contains" "gluten" }' in user.content
    assert "give the final answer at once" in user.content
    assert "[E1]" in model.requests[1][-1].content
    assert tuple(told) == given.steps
    assert [item.id for item in given.evidence if item.cited] == ["E1"]


def test_a_model_may_go_on_querying_from_there(kitchen: OntologyService) -> None:
    look = 'Thought: more.\nAction: query(DESCRIBE "béchamel sauce")'
    given, model = ask(kitchen, GLUTEN, look, f"Answer: {SAID}", SAID, ATTRIBUTION)
    assert [item.query for item in given.evidence][-1] == 'DESCRIBE "béchamel sauce"'
    assert given.evidence[-1].id == f"E{len(given.evidence)}"
    assert given.usage.calls == 4
    roles = [message.role for message in model.requests[1]]
    assert roles == ["system", "user", "assistant", "user"]
    final = model.requests[2]
    assert [message.role for message in final] == ["system", "user"]
    assert "béchamel sauce" in final[1].content


def test_an_answer_in_the_wrong_form_is_asked_for_in_a_clean_context(kitchen: OntologyService) -> None:
    given, model = ask(kitchen, GLUTEN, "Answer: lasagne, of course", SAID, ATTRIBUTION)
    assert given.value == ("lasagne",)
    assert "unverified):\nlasagne, of course" in model.requests[1][1].content


def test_without_evidence_the_model_is_asked_all_the_same(kitchen: OntologyService) -> None:
    question = YesNoMaybe(text="Will it rain?")
    given, model = ask(kitchen, question, 'Answer: {"answer": "maybe"}')
    assert (given.value, given.evidence) == ("maybe", ())
    assert "own knowledge" in given.grounding.reason
    assert "[E1]" not in model.requests[0][-1].content


def test_what_the_reasoner_alone_decides_is_shown_with_the_evidence(kitchen: OntologyService) -> None:
    decided = '```\n{"answer": ["A"]}\n```'
    _, model = ask(kitchen, GLUTEN, f"Answer: {SAID}", ATTRIBUTION)
    assert all(decided in request[1].content for request in model.requests)
    undecided = OneOption(text="Which of these goes with gluten?", options=("lasagne", "hummus"))
    _, model = ask(kitchen, undecided, 'Answer: {"answer": "A"}', ATTRIBUTION)
    assert '{"answer": ' not in model.requests[0][1].content.split("Answer schema")[0]


def test_what_the_reasoner_alone_decides_stands_in_for_an_answer_that_a_model_does_not_give(
    kitchen: OntologyService,
) -> None:
    given, _ = ask(kitchen, GLUTEN, *["Well, well."] * 8)
    assert (given.value, given.grounding.reported, given.grounding.verified) == (
        ("lasagne",),
        None,
        GroundingLevel.ENTAILED,
    )
    assert "What the reasoner alone decides is given instead." in given.grounding.reason


@pytest.mark.parametrize("most", [1, 3])
def test_the_implied_queries_have_a_budget(kitchen: OntologyService, most: int) -> None:
    limits = AnsweringLimits(implied_queries=most)
    question = OneOption(text="Which of these goes with gluten?", options=("lasagne", "hummus", "rice"))
    for model in (None, ScriptedModel(['Answer: {"answer": "A"}', ATTRIBUTION])):
        given = answer(question, service=kitchen, model=model, strategy=Strategy.EVIDENCE_FIRST, limits=limits)
        assert sum(step.action is not None for step in given.steps) == most


# ---- relations that are asked for


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [
        ("Which relation holds between the egg yolk and the egg?", ("part of", "contains"), "part of"),
        ("Which of these relations leads from lasagne to baking?", ("prepared by", "served as"), "prepared by"),
        ("How is hummus related to sesame protein?", ("contains", "stored in"), "contains"),
    ],
)
def test_a_relation_that_is_asked_for_is_decided_like_a_concept(
    kitchen: OntologyService, text: str, options: Sequence[str], value: str
) -> None:
    question = OneOption(text=text, options=tuple(options))
    decided = answer(question, service=kitchen, model=None)
    assert (decided.value, decided.grounding.verified) == (value, GroundingLevel.ENTAILED)
    letter = "AB"[options.index(value)]
    said = json.dumps({"answer": letter})
    given, _ = ask(kitchen, question, f"Answer: {said}", ATTRIBUTION)
    assert given.grounding.verified is GroundingLevel.ENTAILED
    other = json.dumps({"answer": "BA"["AB".index(letter)]})
    given, _ = ask(kitchen, question, f"Answer: {other}", ATTRIBUTION)
    assert given.grounding.verified is GroundingLevel.RELATED


# ---- personas


def test_every_persona_says_whom_the_model_is(kitchen: OntologyService) -> None:
    assert {"molecular-biology", "food", "medicine", "medqa", "medmcqa", "pubmedqa"} <= PERSONAS.keys()
    assert {f"usmle-step-{step}" for step in (1, 2, 3)} <= PERSONAS.keys()
    assert len(set(PERSONAS.values())) == len(PERSONAS)
    assert all(persona.startswith("You are a") for persona in PERSONAS.values())
    question = YesNoMaybe(text="Is pesto a nut dish?", persona=PERSONAS["food"])
    model = ScriptedModel(["Hm.", 'Answer: {"answer": "yes"}', '{"answer": "yes"}'])
    answer(question, service=kitchen, model=model)
    assert PERSONAS["food"] in model.requests[0][0].content
    assert PERSONAS["food"] in model.requests[2][1].content
