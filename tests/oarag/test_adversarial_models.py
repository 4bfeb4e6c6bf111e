"""A question put to a model that may reply anything or fail: an answer within the budget, or the model's own error."""

import os
from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.agent import Limits
from entailed.errors import ModelUnavailableError
from entailed.llm import FinishReason, Message, Reply, Usage
from entailed.oarag import (
    AnsweringLimits,
    FreeText,
    ListOfNames,
    OneOption,
    Question,
    SeveralOptions,
    YesNoMaybe,
    answer,
    answer_json,
)
from entailed.service import OntologyService

CALLS_OUTSIDE_THE_LOOP = 1 + 2 + 2 + 2
"""Reasoning first, the answer, what it rests on, and what it claims: all but the first may be asked for again."""


class Adversary:
    """Goes through its replies for ever, or until its endpoint fails in a call of this number."""

    name = "adversary"

    def __init__(self, replies: Sequence[Reply], fails_in: int | None) -> None:
        self.replies = replies
        self.fails_in = fails_in
        self.calls = 0

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **_: object) -> Reply:
        self.calls += 1
        assert max_tokens >= 1
        assert messages[-1].role == "user"
        if self.calls == self.fails_in:
            raise ModelUnavailableError("the endpoint hung up")
        return self.replies[self.calls % len(self.replies)]


LASAGNE = 'ASK { "lasagne" "contains" "gluten" }'
PIECES = [
    *("Thought: a", "\nAction: ", "\nAnswer: ", "\nObservation: ", "```", "<think>", "\ud800", "E1", "[E1]"),
    *(f"Action: query({LASAGNE})", "Action: query(SELECT ?x WHERE { ?x ?r ?y })", 'Action: query(DESCRIBE "pesto")'),
    *('{"answer": "A"}', '{"answer": ["A", "C"]}', '{"answer": ["pesto"]}', '{"answer": "yes"}', '{"answer": {}}'),
    *('{"evidence": ["E1", 2], "grounding": "entailed"}', '{"evidence": "E1"}', '{"grounding": []}', "{", '"', "[]"),
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=4).map("".join) | st.text(max_size=40)
REPLIES = st.builds(
    Reply,
    text=TEXTS,
    finish_reason=st.sampled_from([*FinishReason, FinishReason.STOP]),
    usage=st.builds(Usage, calls=st.just(1), output_tokens=st.integers(0, 200)),
)
OPTIONS = ("lasagne", "hummus", "no such dish")
QUESTIONS = st.sampled_from(
    [
        SeveralOptions(text="Which of these contain gluten?", options=OPTIONS),
        OneOption(text="Which of these contains gluten?", options=OPTIONS),
        ListOfNames(text="Which dishes contain gluten?"),
        YesNoMaybe(text="Does lasagne contain gluten?", context="A dish of pasta."),
        FreeText(text="What is lasagne?"),
    ]
)


RUNS = int(os.environ.get("ENTAILED_RANDOM_RUNS", "150"))


@settings(max_examples=RUNS, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(REPLIES, min_size=4, max_size=12), st.sampled_from([None, None, None, 1, 2, 5, 9]), QUESTIONS)
def test_any_model_leads_to_an_answer_or_to_its_own_error(
    kitchen: OntologyService, replies: list[Reply], fails_in: int | None, question: Question
) -> None:
    limits = AnsweringLimits(loop=Limits(max_actions=4, max_steps=8, max_generated_tokens=2000))
    model = Adversary(replies, fails_in)
    try:
        given = answer(question, service=kitchen, model=model, limits=limits)
    except ModelUnavailableError:
        assert model.calls == fails_in
        return
    finally:
        assert model.calls <= limits.loop.max_steps + CALLS_OUTSIDE_THE_LOOP
    assert given.usage.calls == model.calls
    assert given.value is not None or given.grounding.reason
    assert answer_json(given)["usage"]["calls"] == model.calls
