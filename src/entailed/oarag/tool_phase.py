"""Stages 1 and 2: reason from the question alone, then with the ontology, in one conversation.

Source: OA-RAG paper, sections 4.1.1 and 4.1.2.
"""

from collections.abc import Callable
from dataclasses import dataclass

from entailed.agent import Limits, Step, Trajectory, generated_tokens, run_loop, without_reasoning
from entailed.agent.templates import STOP, reply_format
from entailed.errors import BudgetSpentError
from entailed.llm import ChatModel, FinishReason, Message
from entailed.oarag.answer_grammar import reasoned_answer_grammar
from entailed.oarag.decoding import Constraint
from entailed.oarag.queries import QueryTool
from entailed.oarag.questions import AnswerValue, Question, question_block, read_answer
from entailed.oarag.templates import fill
from entailed.service import OntologyService


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning:
    """What the model thought before it saw the ontology."""

    conversation: tuple[Message, ...]
    draft: AnswerValue | None
    """Its preliminary answer, where it gave one in the question's form."""
    generated_tokens: int


def reason_first(model: ChatModel, question: Question, *, max_tokens: int, constrained: bool = False) -> Reasoning:
    """Stage 1: let the model reason about the question and, where it can, draft an answer.

    Nothing is reasoned where the budget does not last for it.

    Raises:
        ModelError: The model gave no reply.
    """
    messages = (
        Message(role="system", content=fill("pretool_system", persona=question.persona)),
        Message(role="user", content=question_block(question)),
    )
    grammar = reasoned_answer_grammar(question) if constrained else None
    try:
        reply = model.complete(messages, max_tokens=max_tokens, grammar=grammar)
    except BudgetSpentError:
        return not_reasoned(question)
    text = without_reasoning(reply.text).strip()
    draft = read_answer(question, text) if reply.finish_reason is FinishReason.STOP else None
    return Reasoning(
        conversation=(*messages, Message(role="assistant", content=text or "(no reply)")),
        draft=draft if isinstance(draft, str | tuple) else None,
        generated_tokens=generated_tokens(reply),
    )


def not_reasoned(question: Question) -> Reasoning:
    """In place of stage 1, where the model is to see evidence first."""
    return Reasoning(
        conversation=(
            Message(role="system", content=question.persona),
            Message(role="user", content=question_block(question)),
        ),
        draft=None,
        generated_tokens=0,
    )


def consult_ontology(
    model: ChatModel,
    reasoning: Reasoning,
    service: OntologyService,
    *,
    limits: Limits,
    found_before: str = "",
    constraint: Constraint | None = None,
    on_step: Callable[[Step], None] | None = None,
) -> Trajectory:
    """Stage 2: the ReAct loop, which goes on in the conversation of stage 1.

    At a limit it ends without an answer: stage 3 asks for one anyway, with a clean context.

    Args:
        model: Writes the queries.
        reasoning: Stage 1.
        service: The ontology.
        limits: Where the loop ends.
        found_before: The digest of results that need not be found again; "" where there are none.
        constraint: What decoding is held to.
        on_step: Told of each step as it is made.

    Raises:
        ModelError: The model gave no reply.
    """
    *before, last = reasoning.conversation
    parts = [fill("found_before", observations=found_before)] if found_before else []
    if last.role == "user":  # nothing was reasoned yet, and turns alternate
        parts = [last.content, *parts, _agent_prompt(fill("agent_after_evidence"))]
    else:
        before, parts = [*before, last], [*parts, _agent_prompt(fill("agent_after_reasoning"))]
    opening = (*before, Message(role="user", content="\n\n".join(parts)))
    return run_loop(
        model,
        opening,
        [QueryTool(service=service, only=constraint.names if constraint else None)],
        limits=limits,
        stop=STOP,
        answer_rules=constraint.answer if constraint else None,
        on_step=on_step,
    )


def _agent_prompt(opening: str) -> str:
    return fill("agent", opening=opening, query_forms=query_forms(), reply_format=reply_format("query(<SPARQL>)"))


def query_forms() -> str:
    """The query language as a model is told of it."""
    return fill("query_forms")
