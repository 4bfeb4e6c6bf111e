"""Which observations an answer relies on, and how far they carry it, by the model's own account.

Source: OA-RAG paper, section 4.1.3.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from entailed.agent.grounding import GroundingLevel
from entailed.agent.json_values import JsonProblem, find_json_object
from entailed.agent.replies import said
from entailed.agent.templates import fill
from entailed.errors import BudgetSpentError
from entailed.llm import ChatModel, FinishReason, Message, Reply
from entailed.llm.gbnf import json_list, one_of, render
from entailed.llm.token_estimates import generated_tokens

_TOKENS_TO_ASK_AGAIN = 128
"""Kept back for a second reply, which is the JSON object alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """What the model says its answer rests on."""

    cited: tuple[str, ...]
    """Identifiers of evidence, all of which exist."""
    grounding: GroundingLevel
    unknown: tuple[str, ...] = ()
    """What the model cited that is no evidence it was given."""


def attribute(
    model: ChatModel,
    conversation: Sequence[Message],
    *,
    prompt: str,
    known: Collection[str],
    max_tokens: int,
    constrained: bool = False,
) -> Attribution | JsonProblem:
    """Ask, in the conversation that led to an answer, for the evidence and the grounding level.

    It is asked once more where the reply is malformed.

    Args:
        model: Gave the answer.
        conversation: The answer included.
        prompt: Shows the observations, numbered and quoted, and says what each level means.
        known: The numbers in it.
        max_tokens: For the reply, and the second one where there is need of it.
        constrained: Hold decoding to the form of an attribution.

    Returns:
        The problem where the second reply, too, holds no attribution, or the budget does not last for it.

    Raises:
        ModelError: The model gave no reply.
    """
    messages = [*conversation, Message(role="user", content=prompt)]
    grammar = attribution_grammar(known) if constrained else None
    try:
        reply = model.complete(messages, max_tokens=max(max_tokens - _TOKENS_TO_ASK_AGAIN, 1), grammar=grammar)
        attribution = _read(reply, known)
        if isinstance(attribution, JsonProblem):
            messages += [said(reply), Message(role="user", content=fill("attribution_again"))]
            left = max(max_tokens - generated_tokens(reply), _TOKENS_TO_ASK_AGAIN)
            attribution = _read(model.complete(messages, max_tokens=left, grammar=grammar), known)
            if isinstance(attribution, JsonProblem):
                attribution = JsonProblem(problem=f"even when asked again: {attribution.problem}")
    except BudgetSpentError as error:
        attribution = JsonProblem(problem=f"because {error}".removesuffix("."))
    return attribution


def attribution_grammar(known: Collection[str]) -> str:
    """GBNF of the evidence that is cited, by its numbers, and the grounding level."""
    cited = json_list("evidence", len(known))
    return render(
        {
            "root": rf'"{{\"evidence\": " {cited} ", \"grounding\": " level "}}"',
            "evidence": one_of(f'"{number}"' for number in known),
            "level": one_of(f'"{level}"' for level in GroundingLevel),
        }
    )


def _read(reply: Reply, known: Collection[str]) -> Attribution | JsonProblem:
    if reply.finish_reason is not FinishReason.STOP:
        return JsonProblem(problem=f"the reply is not complete (finish reason: {reply.finish_reason})")
    found = find_json_object(reply.text)
    if isinstance(found, JsonProblem):
        return found
    evidence, level = found.get("evidence"), str(found.get("grounding")).strip().lower()
    if not isinstance(evidence, list):
        return JsonProblem(problem='"evidence" is no list')
    if level not in list(GroundingLevel):
        return JsonProblem(problem=f"`{level[:40]}` is none of the four grounding levels")
    # `[E1]` and `1` leave no doubt about what is meant.
    ids = dict.fromkeys(re.sub(r"^\[?e?(\d+)\]?$", r"E\1", str(item).strip(), flags=re.IGNORECASE) for item in evidence)
    return Attribution(
        cited=tuple(cited for cited in ids if cited in known),
        grounding=GroundingLevel(level),
        unknown=tuple(cited for cited in ids if cited not in known),
    )
