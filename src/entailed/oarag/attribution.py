"""Stage 3, step 2: which observations the answer relies on, and how far they carry it (paper, 4.1.3)."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from entailed.agent import JsonProblem, find_json_object, generated_tokens
from entailed.errors import BudgetSpentError
from entailed.llm import ChatModel, FinishReason, Message, Reply
from entailed.oarag.answer_grammar import attribution_grammar
from entailed.oarag.answering import said
from entailed.oarag.grounding import GroundingLevel
from entailed.oarag.templates import fill

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
    observations: str,
    known: Collection[str],
    max_tokens: int,
    constrained: bool = False,
) -> Attribution | JsonProblem:
    """Ask, in the conversation of step 1, for the evidence and the grounding level; once more where it is malformed.

    Args:
        model: Gave the answer.
        conversation: Step 1, the answer included.
        observations: The digest, numbered and quoted.
        known: The numbers in it.
        max_tokens: For the reply, and the second one where there is need of it.
        constrained: Hold decoding to the form of an attribution.

    Returns:
        The problem where the second reply, too, holds no attribution, or the budget does not last for it.

    Raises:
        ModelError: The model gave no reply.
    """
    messages = [*conversation, Message(role="user", content=fill("attribution", observations=observations))]
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
