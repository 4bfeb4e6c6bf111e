"""What the loop asks of a tool, and what it gets back."""

from dataclasses import dataclass
from typing import Protocol


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
