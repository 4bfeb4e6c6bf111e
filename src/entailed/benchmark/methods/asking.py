"""What all methods share: a question is asked of a metered model, and what comes of it is a prediction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from entailed.agent import JsonProblem, estimate_tokens, without_reasoning
from entailed.benchmark.predictions import Prediction
from entailed.llm import ChatModel, Message, MeteredModel, Usage
from entailed.oarag import AnswerValue, Question
from entailed.oarag.answering import final_answer

CONTEXT_WINDOW = 8192
"""Tokens of conversation and reply together: the least of the paper's two models, and so its figure for all methods."""
REPLY_TOKENS = 1024
"""What documents leave of the window (paper, Appendix B: 7,168 tokens of it are theirs)."""
_MAX_REPLY_TOKENS = 5000
"""As OA-RAG may generate for a question (paper, Appendix A)."""
SMALLEST_REPLY = 768
"""Kept free of records: for a reply, and a second one where it holds no answer."""
_PROMPT_OF_SECOND_CALL = 128

Predict: TypeAlias = Callable[[Question, ChatModel], Prediction]
"""One question to one prediction, whose usage is not yet known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeteredMethod:
    """A `Method`: asks one model, and says what each answer cost."""

    model: ChatModel
    predict: Predict

    def answer(self, question: Question, *, on_failure: Callable[[Usage], None] = lambda usage: None) -> Prediction:
        """See `Method`. A budget that is spent is an error here, also where an answer was made of what was left."""
        model = MeteredModel(self.model)
        try:
            prediction = self.predict(question, model)
            if model.budget_spent is not None:
                raise model.budget_spent
        except Exception:
            on_failure(model.usage)
            raise
        return replace(prediction, usage=model.usage)


def predicted(value: AnswerValue | JsonProblem, shown: Sequence[str] = ()) -> Prediction:
    """The prediction of a value, or of why there is none."""
    if isinstance(value, JsonProblem):
        return Prediction(value=None, why_none=value.problem, usage=Usage(), shown=tuple(shown))
    return Prediction(value=value, usage=Usage(), shown=tuple(shown))


def ask_once(
    model: ChatModel, question: Question, system: str, user: str, *, context_window: int
) -> AnswerValue | JsonProblem:
    """One call for the answer, whose reply may fill the window.

    A reply that reaches the end of the window or holds no answer is followed by a second call, for the answer alone:
    the forced answer of the paper's baselines (Appendix B).
    """
    max_tokens = _room(context_window, system, user)
    return final_answer(model, question, _turns(system, user), max_tokens=max_tokens).value


def complete(model: ChatModel, system: str, user: str, *, context_window: int) -> str:
    """One call for anything else: the reply without its reasoning block, also where the end of the window cuts it."""
    reply = model.complete(_turns(system, user), max_tokens=_room(context_window, system, user))
    return without_reasoning(reply.text).strip()


def _room(context_window: int, *prompts: str) -> int:
    room = context_window - _PROMPT_OF_SECOND_CALL - estimate_tokens(*prompts)
    return min(max(room, SMALLEST_REPLY - _PROMPT_OF_SECOND_CALL), _MAX_REPLY_TOKENS)


def _turns(system: str, user: str) -> tuple[Message, ...]:
    return Message(role="system", content=system), Message(role="user", content=user)
