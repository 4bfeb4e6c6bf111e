"""Models run in this process from a GGUF file, by llama.cpp."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from entailed.errors import MissingExtraError, ModelError, ModelRefusedError
from entailed.llm.chat_completion import read_completion
from entailed.llm.endpoint import MISREAD
from entailed.llm.protocol import Message, Reply
from entailed.llm.stops import end_at_stop

_SILENT = 0
"""Of llama.cpp's log, which goes to the standard streams."""


class LocalModel:
    """A GGUF file. Several threads may share it; one reply is written at a time, and further calls wait.

    Decoding can be held to a grammar. A reply has no time limit, only one of tokens.
    """

    def __init__(self, path: Path, *, context_window: int = 8192, threads: int | None = None) -> None:
        """Load the file, which takes as much memory as its size and its context window ask for.

        Args:
            path: The file.
            context_window: Tokens of a conversation and the reply together.
            threads: For generation; None for as many as llama.cpp thinks best.

        Raises:
            MissingExtraError: The package `xllamacpp` is not installed.
            ModelRefusedError: There is no such file, or it is no model that llama.cpp can run.
        """
        try:
            import xllamacpp
        except ImportError as error:
            raise MissingExtraError("`local:`", package="xllamacpp", extra="local") from error
        self.name = f"local:{path}"
        if not path.is_file():
            raise ModelRefusedError(f"{self.name}: there is no such file. Name a model in the GGUF format.")
        settings = xllamacpp.CommonParams()
        settings.model.path = str(path)
        settings.n_ctx = context_window
        settings.n_parallel = 1
        settings.warmup = False
        settings.verbosity = _SILENT
        if threads is not None:
            settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
        # The engine opens a port on the loopback interface, whether or not anyone wants it. Without this key, which
        # nobody learns, every program on the machine could use it.
        settings.api_keys = [secrets.token_hex()]
        settings.ui = settings.endpoint_slots = False
        try:
            self._engine = xllamacpp.Server(settings)
        except RuntimeError as error:
            raise ModelRefusedError(
                f"{self.name}: llama.cpp cannot run this file: {error} Check that it is a model in the GGUF format."
            ) from error

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
        """See `ChatModel.complete`."""
        request: dict[str, object] = {
            "messages": [asdict(message) for message in messages],
            "max_tokens": max_tokens,
            "temperature": temperature,
            "stop": list(stop),
        }
        if seed is not None:
            request["seed"] = seed
        if grammar is not None:
            request["grammar"] = grammar
        return end_at_stop(self._read(self._engine.handle_chat_completions(request), grammar), stop)

    def _read(self, response: Any, grammar: str | None) -> Reply:
        match response:
            case {"error": {"message": message}}:
                raise ModelRefusedError(f"{self.name}: {message}. Check the length of the conversation.")
        try:
            return read_completion(response, constrained=grammar is not None)
        except MISREAD as error:
            raise ModelError(f"{self.name}: llama.cpp gave no reply but {response!r:.200}. Ask again.") from error
