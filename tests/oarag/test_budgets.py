"""A budget that is spent ends an answer, which says so; nothing is lost that was found until then."""

import pytest

from entailed.agent import Outcome, StepKind
from entailed.llm import Budget, BudgetedModel, FinishReason, Price, Reply, ScriptedModel, Usage
from entailed.oarag import Answer, FreeText, YesNoMaybe, answer
from entailed.service import OntologyService

REPLIES = [
    'I think not. {"answer": "no"}',
    'Thought: Check.\nAction: query(ASK { "lasagne" "contains" "gluten" })',
    'Thought: It does.\nAnswer: {"answer": "yes"}',
    'It does. {"answer": "yes"}',
    '{"evidence": ["E1"], "grounding": "entailed"}',
]
QUESTION = YesNoMaybe(text="Does lasagne contain gluten?")


def ask(kitchen: OntologyService, budget: Budget) -> Answer:
    return answer(QUESTION, service=kitchen, model=BudgetedModel(ScriptedModel(REPLIES), budget))


def test_a_large_budget_changes_nothing(kitchen: OntologyService):
    given = ask(kitchen, Budget(tokens=10**6))
    assert (given.value, given.grounding.reported, given.usage.calls) == ("yes", "entailed", 5)


@pytest.mark.parametrize("tokens", range(0, 6000, 150))
def test_at_every_size_a_budget_ends_with_an_answer_within_it(kitchen: OntologyService, tokens: int):
    given = ask(kitchen, Budget(tokens=tokens))
    assert given.usage.input_tokens + given.usage.output_tokens <= tokens
    if given.usage.calls < 5:
        assert "budget" in given.grounding.reason
    if not any(step.kind is StepKind.ANSWERED for step in given.steps):
        assert given.outcome is Outcome.BUDGET
    if given.usage.calls:
        assert given.draft == "no"
    if any(step.kind is StepKind.CALLED for step in given.steps):
        assert [item.id for item in given.evidence] == ["E1"]
    if any(step.kind is StepKind.ANSWERED for step in given.steps):
        assert given.value == "yes"  # the draft of the tool phase at least
        assert given.grounding.verified == "entailed"  # which no model has to be paid for


def test_the_cost_is_part_of_the_answer(kitchen: OntologyService):
    given = ask(kitchen, Budget(price=Price(input_tokens=1.0, output_tokens=2.0)))
    assert given.usage.cost == pytest.approx((given.usage.input_tokens + 2 * given.usage.output_tokens) / 1e6)
    assert sum(step.usage.cost or 0 for step in given.steps) < given.usage.cost


def test_an_answer_in_words_is_checked_as_far_as_the_budget_lasts(kitchen: OntologyService):
    said = "Well, a meringue comes about by whisking."
    texts = [
        "Hm.",
        'Thought: Look.\nAction: query(DESCRIBE "meringue")',
        f'Thought: So.\nAnswer: {{"answer": "{said}"}}',
        f'{{"answer": "{said}"}}',
        '{"evidence": ["E1"], "grounding": "supported"}',
        '{"claims": [{"subject": "meringue", "relation": "prepared by", "object": "whisking"}]}',
    ]
    usage = Usage(calls=1, input_tokens=2000, output_tokens=10)
    replies = [Reply(text=text, finish_reason=FinishReason.STOP, usage=usage) for text in texts]

    def ask(tokens: int) -> Answer:
        model = BudgetedModel(ScriptedModel(replies), Budget(tokens=tokens))
        return answer(FreeText(text="What do the makers do?"), service=kitchen, model=model)

    enough, short = ask(20_000), ask(5 * 2010 + 100)
    assert (enough.usage.calls, len(enough.claims)) == (6, 1)
    assert (short.usage.calls, short.claims) == (5, ())
    assert (short.value, short.grounding.reported) == (said, "supported")
    assert "did not take its answer apart into claims: the budget of" in short.grounding.reason
