"""What the loop asks of a tool, and what it gets back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from entailed.agent.trajectory import Step
from entailed.llm.gbnf import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The result of one tool call."""

    text: str
    """What the model reads."""
    informative: bool
    """False for a failed call or an empty result: nothing an answer could rest on."""
    payload: object = None
    """The result behind the text, carried through the trajectory unread."""


class Tool(Protocol):
    """Something the model can call with one text argument."""

    @property
    def name(self) -> str:
        """The word after `Action:`."""

    @property
    def paging(self) -> str:
        """How to see the rest of a long result, as a clause told to the model."""

    def call(self, argument: str) -> Observation:
        """Run the call. A mistake of the model is an observation it can learn from, not an exception."""

    def argument_rules(self, steps: Sequence[Step]) -> Rules:
        """The arguments that a model may write after these steps, where decoding is held to a grammar."""
