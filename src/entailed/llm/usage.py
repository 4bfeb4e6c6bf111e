"""Adding up what the calls to a model cost."""

from collections.abc import Sequence
from threading import Lock
from typing import Unpack

from entailed.errors import BudgetSpentError
from entailed.llm.protocol import ChatModel, CompletionOptions, Message, Reply, Usage


class MeteredModel:
    """Passes every call on and adds up the usage of the replies. Several threads may share it."""

    def __init__(self, model: ChatModel) -> None:
        self.name = model.name
        self.budget_spent: BudgetSpentError | None = None
        """The error of a budget that was spent, also where the caller makes do without the reply."""
        self._model = model
        self._usage = Usage()
        self._lock = Lock()

    @property
    def usage(self) -> Usage:
        """The usage of all replies so far. A call that raised adds nothing."""
        return self._usage

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        """See `ChatModel.complete`."""
        try:
            reply = self._model.complete(messages, max_tokens=max_tokens, **options)
        except BudgetSpentError as error:
            self.budget_spent = error
            raise
        with self._lock:
            self._usage += reply.usage
        return reply
