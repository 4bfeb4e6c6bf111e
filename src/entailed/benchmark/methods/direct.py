"""The model alone: its answer at once, or after reasoning (Wei et al., 2022)."""

from entailed.benchmark.methods.asking import ask_once, predicted
from entailed.benchmark.predictions import Prediction
from entailed.benchmark.templates import fill
from entailed.llm import ChatModel
from entailed.oarag import Question
from entailed.oarag.questions import question_block


def answer_at_once(question: Question, model: ChatModel, *, context_window: int) -> Prediction:
    """The base model."""
    system = fill("base", persona=question.persona)
    return predicted(ask_once(model, question, system, question_block(question), context_window=context_window))


def answer_after_reasoning(question: Question, model: ChatModel, *, context_window: int) -> Prediction:
    """Chain of thought."""
    system = fill("reason", persona=question.persona)
    return predicted(ask_once(model, question, system, question_block(question), context_window=context_window))
