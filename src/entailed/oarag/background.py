"""A question in a thread of its own: its steps can be awaited as they are made, and it can be told to stop.

Everything that answers is written once, without coroutines; docs/decisions/0012 says why.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from threading import Event, Thread
from typing import Protocol, Unpack

from entailed.agent import Step
from entailed.llm import ChatModel, CompletionOptions, Message, Reply
from entailed.oarag.answers import Answer


class Asking(Protocol):
    """A question that is ready to be asked, of any model."""

    def __call__(self, *, model: ChatModel | None, on_step: Callable[[Step], None]) -> Answer:
        """Ask it."""


class StoppableModel:
    """Passes every call on until `stopped` is set; a call after that is cancelled. Several threads may share it."""

    def __init__(self, model: ChatModel, stopped: Event) -> None:
        self.name = model.name
        self._model = model
        self._stopped = stopped

    def complete(self, messages: Sequence[Message], *, max_tokens: int, **options: Unpack[CompletionOptions]) -> Reply:
        """See `ChatModel.complete`.

        Raises:
            CancelledError: `stopped` is set.
        """
        if self._stopped.is_set():
            raise CancelledError
        return self._model.complete(messages, max_tokens=max_tokens, **options)


async def stream(asking: Asking, model: ChatModel | None) -> AsyncGenerator[Step | Answer, None]:
    """Ask in a thread; give each step as it is made, and the answer at the end.

    When the generator is closed or its task cancelled, the model is not called again; a call under way goes on unheard.

    Args:
        asking: Runs in the thread.
        model: What to ask, if anything.

    Raises:
        ModelError: The model failed.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[Step | Answer | BaseException] = asyncio.Queue()
    stopped = Event()
    stoppable = None if model is None else StoppableModel(model, stopped)

    def tell(event: Step | Answer | BaseException) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(told.put_nowait, event)

    def work() -> None:
        try:
            tell(asking(model=stoppable, on_step=tell))
        except BaseException as error:  # raised again where it is waited for
            tell(error)

    # Not `asyncio.to_thread`, whose pool has few threads on a small machine and is waited for when the program ends.
    Thread(target=work, name="entailed", daemon=True).start()
    try:
        while True:
            match await told.get():
                case BaseException() as error:
                    raise error
                case event:
                    yield event
                    if isinstance(event, Answer):
                        return
    finally:
        stopped.set()


async def answer_of(events: AsyncIterator[Step | Answer]) -> Answer:
    """The answer that a stream ends with."""
    async for event in events:
        if isinstance(event, Answer):
            given = event
    return given
