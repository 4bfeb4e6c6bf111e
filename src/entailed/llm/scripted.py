"""A model whose replies are set beforehand: it drives the real code in tests and in examples."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from entailed.errors import ReplayError
from entailed.llm.protocol import FinishReason, Message, Reply, Usage
from entailed.llm.stops import cut_at_stop, end_at_stop

_WORD = re.compile(r"\S+")


class ScriptedModel:
    """Gives the replies it was made with, one a call, whatever it is asked.

    A `str` is what the model would write if nothing ended it: it is cut at the first stop string, then after
    `max_tokens` words, which finishes it with `LENGTH`. A token is a run of characters other than whitespace, here and
    in the usage. A `Reply` states its finish reason and usage itself; only a stop string changes it.
    """

    def __init__(self, replies: Iterable[str | Reply], name: str = "scripted") -> None:
        self.name = name
        self.requests: list[tuple[Message, ...]] = []
        """The conversation of every call so far, oldest first."""
        self._replies = tuple(replies)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        temperature: float = 0.0,
        seed: int | None = None,
        grammar: str | None = None,
    ) -> Reply:
        """Give the next reply; see `ChatModel.complete`.

        Raises:
            ReplayError: Every reply has been given.
        """
        call = len(self.requests)
        self.requests.append(tuple(messages))
        if call >= len(self._replies):
            raise ReplayError(
                f"{self.name}: call {call + 1} has no reply: the script holds {len(self._replies)}. Add a reply to it."
            )
        match self._replies[call]:
            case str(text):
                return _written(cut_at_stop(text, stop), messages, max_tokens)
            case Reply() as reply:
                return end_at_stop(reply, stop)


def _written(text: str, messages: Sequence[Message], max_tokens: int) -> Reply:
    words = list(islice(_WORD.finditer(text), max_tokens + 1))
    complete = len(words) <= max_tokens
    return Reply(
        text=text if complete else text[: words[max_tokens - 1].end()],
        finish_reason=FinishReason.STOP if complete else FinishReason.LENGTH,
        usage=Usage(
            calls=1,
            input_tokens=sum(len(message.content.split()) for message in messages),
            output_tokens=min(len(words), max_tokens),
        ),
    )
