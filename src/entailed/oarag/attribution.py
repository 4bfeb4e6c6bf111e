"""Stage 3, step 2: which observations the answer relies on, and how far they carry it (paper, 4.1.3)."""

from collections.abc import Collection, Sequence

from entailed import agent
from entailed.agent import Attribution, JsonProblem
from entailed.llm import ChatModel, Message
from entailed.oarag.templates import fill


def attribute(
    model: ChatModel,
    conversation: Sequence[Message],
    *,
    observations: str,
    known: Collection[str],
    max_tokens: int,
    constrained: bool = False,
) -> Attribution | JsonProblem:
    """Ask in the conversation of step 1, the answer included, with the digest of its observations.

    See `agent.attribute`.
    """
    return agent.attribute(
        model,
        conversation,
        prompt=fill("attribution", observations=observations),
        known=known,
        max_tokens=max_tokens,
        constrained=constrained,
    )
