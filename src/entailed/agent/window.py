"""Keep a conversation within the model's context window, and tool output within bounds."""

import re
from collections.abc import Mapping, Sequence

from entailed.llm import Message
from entailed.llm.token_estimates import CHARACTERS_PER_TOKEN, estimate_tokens

_SHORTENED_CHARS = 200
"""What is left of an old observation once room is needed."""


def fenced(text: str) -> str:
    """The text as a quoted block that it cannot close from inside, whatever it holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def observation_message(text: str) -> Message:
    """The user turn that shows a tool's result to the model."""
    return Message(role="user", content=f"Observation:\n{fenced(text)}")


def shorten(text: str, limit: int, *, paging: str) -> str:
    """The text in at most `limit` characters: its first lines, then how many there are in all and how to page."""
    if len(text) <= limit:
        return text
    lines = text.splitlines()
    notice = "[shortened: {} of {} lines, {} characters in all; {}]"
    room = limit - len(notice.format(len(lines), len(lines), len(text), paging)) - 1
    shown, used = 0, 0
    while shown < len(lines) and used + len(lines[shown]) + 1 <= room:
        used += len(lines[shown]) + 1
        shown += 1
    head = "\n".join(lines[:shown]) if shown else text[: max(room, 0)]
    return f"{head}\n{notice.format(shown, len(lines), len(text), paging)}"[:limit]


def even_limit(lengths: Sequence[int], total: int) -> int:
    """The largest limit for which the lengths, each cut to it, add up to `total` at most."""
    left = total
    for done, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - done)
        if length > share:
            return max(share, 0)
        left -= length
    return max(lengths, default=0)


def fit_window(messages: Sequence[Message], observations: Mapping[int, str], tokens: int) -> list[Message]:
    """Shorten observations, the oldest first, until the conversation takes about `tokens` tokens.

    Args:
        messages: The conversation. Only its observations are touched, so a conversation whose other turns
            alone are too long stays too long.
        observations: Position in `messages` and text of each observation.
        tokens: The room, estimated with `estimate_tokens`.
    """
    fitted = list(messages)
    excess = estimate_tokens(*(message.content for message in messages)) - tokens
    for position in sorted(observations):
        if excess <= 0:
            break
        before = fitted[position].content
        text = shorten(observations[position], _SHORTENED_CHARS, paging="an old result, repeat the call to see it")
        fitted[position] = observation_message(text)
        excess -= (len(before) - len(fitted[position].content)) // CHARACTERS_PER_TOKEN
    return fitted
