"""What every chat model offers, and the values that pass through it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, TypedDict


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str
    """Half a character (a lone surrogate), which can neither be sent nor written to a file, becomes `?`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "content", _writable(self.content))


class FinishReason(StrEnum):
    """Why generation ended."""

    STOP = "stop"
    """The model was done, or met a stop string."""
    LENGTH = "length"
    """The token limit cut the reply: it is not complete, whatever it looks like."""
    FILTERED = "filtered"
    """The provider withheld the reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What calls cost. Adding two usages adds each figure."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """In the currency of the price that a `Budget` states; None without one. A sum leaves out what has no price."""

    def __add__(self, other: "Usage") -> "Usage":
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=sum(costs) if costs else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One completion."""

    text: str
    """Never contains a stop string nor what follows it, even where the server does not know stop strings. Half a
    character becomes `?`, as in a message."""
    finish_reason: FinishReason
    usage: Usage
    constrained: bool = False
    """It was decoded under the grammar of the request, which it therefore matches unless it was cut."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _writable(self.text))


def _writable(text: str) -> str:
    return text.encode(errors="replace").decode()


class CompletionOptions(TypedDict, total=False):
    """What `ChatModel.complete` may be given beside the conversation and the limit of the reply."""

    stop: Sequence[str]
    temperature: float
    seed: int | None
    grammar: str | None


class ChatModel(Protocol):
    """A language model that continues a conversation."""

    @property
    def name(self) -> str:
        """The model as a user names it, such as `openai:gpt-5-mini` or `replay:run.jsonl`."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        temperature: float = 0.0,
        seed: int | None = None,
        grammar: str | None = None,
    ) -> Reply:
        """Continue the conversation by one reply.

        Args:
            messages: The conversation so far; the last turn is the user's.
            max_tokens: The most tokens to generate, at least 1.
            stop: Generation ends before the first of these.
            temperature: 0 for the likeliest continuation.
            seed: Makes sampling repeatable where the provider can.
            grammar: GBNF that decoding is held to (see `entailed.llm.gbnf`). `Reply.constrained` says that it was.

        Raises:
            ModelError: There is no usable reply; see `entailed.errors` for the kinds.
            ModelRefusedError: There is a grammar, and the model is not known to decode under one. It is never left
                out without a word.
        """
