"""Stage 3, step 1: the final answer, from a clean context (paper, 4.1.3)."""

from dataclasses import dataclass

from entailed.agent import JsonProblem, generated_tokens, said
from entailed.errors import BudgetSpentError
from entailed.llm import ChatModel, FinishReason, Message, Reply
from entailed.oarag.answer_grammar import reasoned_answer_grammar
from entailed.oarag.questions import AnswerValue, Question, answer_schema, question_block, read_answer
from entailed.oarag.templates import fill

_TOKENS_TO_ASK_AGAIN = 256
"""Kept back for a second, short reply; an answer in its JSON object needs no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer:
    """The model's final answer and the conversation in which it gave it."""

    value: AnswerValue | JsonProblem
    """The problem where two replies held no answer in the question's form, or the budget did not last for them."""
    conversation: tuple[Message, ...]


def answer_from_evidence(
    model: ChatModel, question: Question, *, observations: str, draft: str, max_tokens: int, constrained: bool = False
) -> FinalAnswer:
    """Answer with the observations that are left after the failed and the empty ones are dropped.

    Args:
        model: Gives the answer.
        question: What is asked.
        observations: The digest, numbered and quoted.
        draft: The answer of the tool phase in its own words; "" where it gave none.
        max_tokens: For the reply, and a second one where the first holds no usable answer.
        constrained: Hold decoding to the form of the answer.

    Raises:
        ModelError: The model gave no reply.
    """
    user = fill(
        "final_user",
        persona=question.persona,
        question=question_block(question),
        observations=observations,
        draft=draft or "(none)",
    )
    return final_answer(
        model, question, _turns(fill("final_system"), user), max_tokens=max_tokens, constrained=constrained
    )


def answer_from_own_knowledge(
    model: ChatModel, question: Question, *, max_tokens: int, constrained: bool = False
) -> FinalAnswer:
    """Answer where no observation is left; see `answer_from_evidence`."""
    user = fill("own_user", persona=question.persona, question=question_block(question))
    return final_answer(
        model, question, _turns(fill("own_system"), user), max_tokens=max_tokens, constrained=constrained
    )


def final_answer(
    model: ChatModel, question: Question, messages: tuple[Message, ...], *, max_tokens: int, constrained: bool = False
) -> FinalAnswer:
    """Ask for an answer that ends with its JSON object, and once more where there is none; see `answer_from_evidence`.

    Args:
        model: Gives the answer.
        question: What is asked.
        messages: Put the question to the model.
        max_tokens: For the reply, and a second one where the first holds no usable answer.
        constrained: Hold decoding to the form of the answer.

    Raises:
        ModelError: The model gave no reply.
    """
    grammar = reasoned_answer_grammar(question) if constrained else None
    try:
        reply = model.complete(messages, max_tokens=max(max_tokens - _TOKENS_TO_ASK_AGAIN, 1), grammar=grammar)
        value, messages = _read(question, reply), (*messages, said(reply))
        if isinstance(value, JsonProblem):
            # Not in the paper, which does not say what becomes of such a reply.
            again = fill("answer_again", problem=value.problem, schema=answer_schema(question))
            messages = (*messages, Message(role="user", content=again))
            left = max_tokens - generated_tokens(reply)
            reply = model.complete(messages, max_tokens=max(left, _TOKENS_TO_ASK_AGAIN), grammar=grammar)
            value, messages = _read(question, reply), (*messages, said(reply))
            if isinstance(value, JsonProblem):
                value = JsonProblem(problem=f"even when asked again: {value.problem}")
    except BudgetSpentError as error:
        value = JsonProblem(problem=f"because {error}".removesuffix("."))
    return FinalAnswer(value=value, conversation=messages)


def _turns(system: str, user: str) -> tuple[Message, ...]:
    return Message(role="system", content=system), Message(role="user", content=user)


def _read(question: Question, reply: Reply) -> AnswerValue | JsonProblem:
    if reply.finish_reason is not FinishReason.STOP:
        return JsonProblem(problem=f"it is not complete (finish reason: {reply.finish_reason})")
    return read_answer(question, reply.text)
