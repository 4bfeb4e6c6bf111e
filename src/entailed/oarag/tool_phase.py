"""Stages 1 and 2: reason from the question alone, then with the ontology, in one conversation.

Source: OA-RAG paper, sections 4.1.1 and 4.1.2.
"""

from collections.abc import Callable
from dataclasses import dataclass

from entailed.agent import Limits, Step, Trajectory, generated_tokens, run_loop, without_reasoning
from entailed.llm import ChatModel, FinishReason, Message
from entailed.oarag.queries import QueryTool
from entailed.oarag.questions import AnswerValue, Question, question_block, read_answer
from entailed.oarag.templates import fill
from entailed.service import OntologyService

_STOP = ("\nObservation:",)
"""Safe here: an answer is a JSON object, in which no line break stands bare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning:
    """What the model thought before it saw the ontology."""

    conversation: tuple[Message, ...]
    draft: AnswerValue | None
    """Its preliminary answer, where it gave one in the question's form."""
    generated_tokens: int


def reason_first(model: ChatModel, question: Question, *, max_tokens: int) -> Reasoning:
    """Stage 1: let the model reason about the question and, where it can, draft an answer.

    Raises:
        ModelError: The model gave no reply.
    """
    messages = (
        Message(role="system", content=fill("pretool_system", persona=question.persona)),
        Message(role="user", content=question_block(question)),
    )
    reply = model.complete(messages, max_tokens=max_tokens)
    text = without_reasoning(reply.text).strip()
    draft = read_answer(question, text) if reply.finish_reason is FinishReason.STOP else None
    return Reasoning(
        conversation=(*messages, Message(role="assistant", content=text or "(no reply)")),
        draft=draft if isinstance(draft, str | tuple) else None,
        generated_tokens=generated_tokens(reply),
    )


def consult_ontology(
    model: ChatModel,
    reasoning: Reasoning,
    service: OntologyService,
    *,
    limits: Limits,
    on_step: Callable[[Step], None] | None = None,
) -> Trajectory:
    """Stage 2: the ReAct loop, which goes on in the conversation of stage 1.

    At a limit it ends without an answer: stage 3 asks for one anyway, with a clean context.

    Raises:
        ModelError: The model gave no reply.
    """
    opening = (*reasoning.conversation, Message(role="user", content=fill("agent")))
    return run_loop(model, opening, [QueryTool(service=service)], limits=limits, stop=_STOP, on_step=on_step)
