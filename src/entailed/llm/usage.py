"""Adding up what the calls to a model cost."""

from collections.abc import Sequence
from threading import Lock

from entailed.llm.protocol import ChatModel, Message, Reply, Usage


class MeteredModel:
    """Passes every call on and adds up the usage of the replies. Several threads may share it."""

    def __init__(self, model: ChatModel) -> None:
        self.name = model.name
        self._model = model
        self._usage = Usage()
        self._lock = Lock()

    @property
    def usage(self) -> Usage:
        """The usage of all replies so far. A call that raised adds nothing."""
        return self._usage

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> Reply:
        """See `ChatModel.complete`."""
        reply = self._model.complete(messages, max_tokens=max_tokens, stop=stop, temperature=temperature, seed=seed)
        with self._lock:
            self._usage += reply.usage
        return reply
