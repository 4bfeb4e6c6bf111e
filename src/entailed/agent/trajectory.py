"""The record of one run of the loop."""

from dataclasses import dataclass, field
from enum import StrEnum

from entailed.agent.replies import Action
from entailed.llm import Message, Usage


class StepKind(StrEnum):
    """What became of one reply."""

    CALLED = "called"
    """The tool ran."""
    REPEATED = "repeated"
    """The same call had run often enough: it was not run again, and the model was told."""
    THOUGHT = "thought"
    MALFORMED = "malformed"
    """The reply was no usable action or answer, named no known tool, or was not complete; the model was told."""
    BLANK = "blank"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One reply of the model and what it was told back."""

    kind: StepKind
    thought: str = ""
    action: Action | None = None
    observation: str = ""
    """What the model was told: the tool's result, shortened where it was too long, or a correction."""
    informative: bool = False
    """The tool ran and returned something that an answer could rest on."""
    payload: object = None
    """The tool's result behind the text."""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    """Wall time of the reply and the call together."""
    constrained: bool = False
    """The reply was decoded under a grammar, so that its form is no merit of the model's."""


class Outcome(StrEnum):
    """Why the loop ended. At a limit there may still be an answer: the one it then asked for."""

    ANSWERED = "answered"
    ACTION_LIMIT = "stopped: action limit"
    STEP_LIMIT = "stopped: step limit"
    TOKEN_LIMIT = "stopped: token limit"  # noqa: S105 - tokens of text
    BUDGET = "stopped: budget spent"
    EMPTY_REPLIES = "failed: empty replies"
    FORMAT_ERRORS = "failed: format errors"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """A run from its opening messages to its end."""

    outcome: Outcome
    answer: str | None
    steps: tuple[Step, ...]
    messages: tuple[Message, ...]
    """The whole conversation, opening included, observations as they were first shown."""
    generated_tokens: int
    """Tokens of all replies, estimated where no server counted them; `usage` holds counted ones only."""

    @property
    def usage(self) -> Usage:
        """The cost of all steps."""
        return sum((step.usage for step in self.steps), Usage())
