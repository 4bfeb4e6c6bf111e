"""What tokens cost, and an end to what may be spent on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Unpack

from entailed.errors import BudgetSpentError
from entailed.llm.protocol import ChatModel, CompletionOptions, Message, Reply, Usage
from entailed.llm.token_estimates import estimate_tokens, generated_tokens

_SMALLEST_REPLY = 64
"""Tokens. A reply that a budget would cut shorter than this is not worth asking for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a million tokens cost, in any one currency. No prices come with the package: they change."""

    input_tokens: float
    output_tokens: float

    def __post_init__(self) -> None:
        if not (0 <= self.input_tokens < math.inf and 0 <= self.output_tokens < math.inf):
            raise ValueError("the price of a million tokens is a number from 0 up: give one for input, one for output")

    def of(self, usage: Usage) -> float:
        """The cost of the tokens. Providers may take less for input that they have cached: this is the most."""
        return (usage.input_tokens * self.input_tokens + usage.output_tokens * self.output_tokens) / 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that may be spent."""

    tokens: int | None = None
    """Of input and output together; None for no limit."""
    cost: float | None = None
    """In the currency of the price; None for no limit."""
    price: Price | None = None

    def __post_init__(self) -> None:
        if self.cost is not None and self.price is None:
            raise ValueError("a budget in money needs the price of the model's tokens: give it")
        if (self.tokens or 0) < 0 or not 0 <= (self.cost or 0) < math.inf:
            raise ValueError("a budget is a number from 0 up: give one, or none")

    def room(self, spent: Usage, input_tokens: int) -> float:
        """How many tokens the reply to a conversation of `input_tokens` may have; negative where there is no room."""
        room = math.inf
        if self.tokens is not None:
            room = self.tokens - spent.input_tokens - spent.output_tokens - input_tokens
        if self.cost is not None and self.price is not None:
            left = self.cost - self.price.of(spent + Usage(input_tokens=input_tokens))
            free = math.copysign(math.inf, left)
            room = min(room, left / self.price.output_tokens * 1e6 if self.price.output_tokens else free)
        return room

    def __str__(self) -> str:
        """The limits in words."""
        limits = [] if self.tokens is None else [f"{self.tokens:,} tokens"]
        if self.cost is not None:
            limits.append(f"a cost of {self.cost:g}")
        return " and ".join(limits) or "no limit"


class BudgetedModel:
    """Passes calls on while the budget lasts, and prices the replies. Several threads may share it, and the budget.

    A reply may become no longer than the budget has room for. Input is estimated before a call and counted after it, so
    that a call can go beyond the budget by the error of that estimate, and no further. Where a server counts nothing,
    the estimates stand. A call that fails costs nothing here.
    """

    def __init__(self, model: ChatModel, budget: Budget) -> None:
        self.name = model.name
        self._model = model
        self._budget = budget
        self._spent = Usage()
        self._under_way: list[Usage] = []
        """The most that each call under way may use."""
        self._lock = Lock()

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        """See `ChatModel.complete`.

        Raises:
            BudgetSpentError: The budget has no room for the conversation and a reply of any use.
        """
        most = self._reserve(estimate_tokens(*(message.content for message in messages)), max_tokens)
        spent = Usage()
        try:
            reply = self._model.complete(messages, max_tokens=most.output_tokens, **options)
            spent = Usage(
                calls=1,
                input_tokens=reply.usage.input_tokens or most.input_tokens,
                output_tokens=generated_tokens(reply),
            )
        finally:
            with self._lock:
                self._under_way.remove(most)
                self._spent += spent
        price = self._budget.price
        return reply if price is None else replace(reply, usage=replace(reply.usage, cost=price.of(spent)))

    def _reserve(self, input_tokens: int, max_tokens: int) -> Usage:
        with self._lock:
            room = self._budget.room(sum(self._under_way, self._spent), input_tokens)
            if room < min(max_tokens, _SMALLEST_REPLY):
                raise BudgetSpentError(self._without_room(input_tokens))
            most = Usage(calls=1, input_tokens=input_tokens, output_tokens=int(min(max_tokens, room)))
            self._under_way.append(most)
        return most

    def _without_room(self, input_tokens: int) -> str:
        spent = self._spent
        return (
            f"the budget of {self._budget} has no room for another reply: {spent.calls} calls have used "
            f"{spent.input_tokens:,} + {spent.output_tokens:,} tokens, and the next takes about {input_tokens:,} and "
            "its reply. Allow more."
        )
