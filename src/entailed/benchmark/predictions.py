"""What a method makes of a question."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from entailed.llm import Usage
from entailed.oarag import AnswerValue, GroundingLevel, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """An answer, with what is needed to score and to analyse it."""

    value: AnswerValue | None
    """None where the method came to no answer in the question's form, which is unscored and not wrong by chance."""
    why_none: str = ""
    usage: Usage
    tool_calls: Mapping[str, int] = field(default_factory=dict)
    """By form: `ASK`, `SELECT`, `DESCRIBE`, `search`, `malformed`, `repeated`."""
    shown: tuple[str, ...] = ()
    """What the model was shown of the knowledge source: observations, cards, axioms, snippets."""
    cited: tuple[int, ...] = ()
    """Which of these the answer cites, as positions in `shown`."""
    reported: GroundingLevel | None = None
    verified: GroundingLevel | None = None
    constrained: bool = False
    """The final answer was decoded under a grammar."""


class Method(Protocol):
    """A way to answer questions."""

    def answer(self, question: Question, *, on_failure: Callable[[Usage], None] = ...) -> Prediction:
        """Answer one question. Safe to call from several threads.

        Args:
            question: What to answer.
            on_failure: Told what was spent before an error is raised.

        Raises:
            ModelError: The model gave no usable reply.
        """
        ...
