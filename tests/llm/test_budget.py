"""What tokens cost, and where spending ends."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from entailed.errors import BudgetSpentError, ReplayError
from entailed.llm import (
    Budget,
    BudgetedModel,
    ChatModel,
    FinishReason,
    Message,
    MeteredModel,
    Price,
    Reply,
    ScriptedModel,
    Usage,
)

QUESTION = [Message(role="user", content="x" * 400)]
"""About 104 tokens by the estimate."""
PRICE = Price(input_tokens=2.0, output_tokens=10.0)


def scripted(*, calls: int, input_tokens: int = 100, output_tokens: int = 50) -> ScriptedModel:
    usage = Usage(calls=1, input_tokens=input_tokens, output_tokens=output_tokens)
    return ScriptedModel([Reply(text="y" * 200, finish_reason=FinishReason.STOP, usage=usage)] * calls)


def calls_until_spent(model: ChatModel, budget: Budget, *, max_tokens: int = 100) -> tuple[int, str]:
    """How many calls the budget allows, and what the error says."""
    budgeted = BudgetedModel(model, budget)
    for calls in range(1000):
        try:
            budgeted.complete(QUESTION, max_tokens=max_tokens)
        except BudgetSpentError as error:
            return calls, str(error)
    raise AssertionError("the budget does not end")


def test_a_budget_in_tokens_ends_before_the_call_that_has_no_room():
    # 150 a call; the next needs its input of 104 and a reply of at least 64 tokens.
    assert calls_until_spent(scripted(calls=9), Budget(tokens=768))[0] == 5
    assert calls_until_spent(scripted(calls=9), Budget(tokens=767))[0] == 4
    assert calls_until_spent(scripted(calls=9), Budget(tokens=0))[0] == 0


def test_a_budget_in_money_ends_alike():
    # 0.0007 a call; the next may take 104 × 2 + 100 × 10 millionths, or, with a shorter reply, 104 × 2 + 64 × 10.
    assert calls_until_spent(scripted(calls=9), Budget(cost=0.0043481, price=PRICE))[0] == 6
    assert calls_until_spent(scripted(calls=9), Budget(cost=0.004347, price=PRICE))[0] == 5


def test_free_output_ends_with_the_money_for_input():
    free = Price(input_tokens=2.0, output_tokens=0.0)
    assert calls_until_spent(scripted(calls=9), Budget(cost=0.00061, price=free))[0] == 3


def test_the_error_names_the_budget_and_what_was_used():
    _, said = calls_until_spent(scripted(calls=9), Budget(tokens=500, cost=1.5, price=PRICE))
    assert said.startswith("the budget of 500 tokens and a cost of 1.5 has no room for another reply")
    assert "3 calls have used 300 + 150 tokens, and the next takes about 104 and its reply. Allow more" in said


def test_a_reply_may_become_as_long_as_there_is_room():
    model = ScriptedModel(["word " * 500] * 2)
    budgeted = BudgetedModel(model, Budget(tokens=304))
    reply = budgeted.complete(QUESTION, max_tokens=1000)
    assert (reply.finish_reason, reply.usage.output_tokens) == (FinishReason.LENGTH, 200)


def test_a_short_reply_is_still_asked_for():
    assert calls_until_spent(scripted(calls=9), Budget(tokens=124), max_tokens=20)[0] == 1


def test_where_a_server_counts_nothing_the_estimates_end_it():
    uncounted = scripted(calls=9, input_tokens=0, output_tokens=0)
    assert calls_until_spent(uncounted, Budget(tokens=1000))[0] == 6  # 104 + 54 a call


def test_the_cost_of_an_answer_is_what_its_calls_cost():
    metered = MeteredModel(BudgetedModel(scripted(calls=3), Budget(price=PRICE)))
    for _ in range(3):
        metered.complete(QUESTION, max_tokens=100)
    assert metered.usage == Usage(calls=3, input_tokens=300, output_tokens=150, cost=pytest.approx(0.0021))
    assert Usage().cost is None


def test_calls_under_way_count_at_their_most():
    class Nesting(ScriptedModel):
        """Makes a second call while the first is under way."""

        def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
            with pytest.raises(BudgetSpentError, match="0 calls have used 0"):
                budgeted.complete(QUESTION, max_tokens=100)
            return super().complete(messages, **options)

    budgeted = BudgetedModel(Nesting(["short", "short"]), Budget(tokens=204 + 104 + 63))
    budgeted.complete(QUESTION, max_tokens=100)
    assert calls_until_spent(scripted(calls=9), Budget(tokens=204 + 104 + 63))[0] == 2  # one after the other


def test_threads_share_a_budget():
    budgeted = BudgetedModel(scripted(calls=99), Budget(tokens=768))

    def outcome(_: int) -> bool:
        try:
            budgeted.complete(QUESTION, max_tokens=100)
        except BudgetSpentError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert 3 <= sum(threads.map(outcome, range(64))) <= 5


def test_a_call_that_fails_leaves_the_budget_as_it_was():
    budgeted = BudgetedModel(scripted(calls=1), Budget(tokens=400))
    budgeted.complete(QUESTION, max_tokens=64)
    for _ in range(9):
        with pytest.raises(ReplayError):
            budgeted.complete(QUESTION, max_tokens=64)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Budget(cost=1.0),
        lambda: Budget(tokens=-1),
        lambda: Budget(cost=float("nan"), price=PRICE),
        lambda: Price(input_tokens=-1.0, output_tokens=1.0),
        lambda: Price(input_tokens=1.0, output_tokens=float("inf")),
    ],
)
def test_what_is_no_price_or_budget_is_refused(wrong):
    with pytest.raises(ValueError, match="give"):
        wrong()
