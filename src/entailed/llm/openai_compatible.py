"""Models behind an OpenAI-compatible endpoint: OpenAI, vLLM, Ollama, llama.cpp server and many more."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from entailed.errors import ModelError, ModelRefusedError, ModelUnavailableError
from entailed.llm.protocol import FinishReason, Message, Reply, Usage
from entailed.llm.stops import end_at_stop

if TYPE_CHECKING:
    import openai

OPENAI_URL = "https://api.openai.com/v1"

_CONNECT_TIMEOUT_S = 10.0
_EXCERPT_LENGTH = 200

# `max_tokens` is sent first, although OpenAI calls it deprecated, because older servers ignore the new name without
# a word and would generate without limit. For the same reason it is renamed where it is refused, never left out.
_OTHER_NAME = {"max_tokens": "max_completion_tokens"}
_OPTIONAL = ("stop", "temperature", "seed")


class OpenAICompatibleModel:
    """A model reached through the Chat Completions protocol. Several threads may share it.

    Connection errors, time-outs and the statuses 408, 409, 429 and 5xx are tried again: after the wait the server asks
    for with `Retry-After`, up to two minutes, otherwise after about 0.5 s, 1 s, 2 s and so on up to 8 s.

    A parameter the server refuses (reasoning models take no `stop`, some take no `temperature`) is left out and the
    request sent again; once that has worked, the parameter is left out from then on. Stop strings hold regardless.

    The reply's usage counts 0 tokens where the server reports none. Reasoning a server returns beside the reply is
    ignored.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str = OPENAI_URL,
        timeout_s: float = 300.0,
        max_retries: int = 4,
        max_concurrency: int = 8,
    ) -> None:
        """Prepare the client; nothing is sent yet.

        Args:
            model: The model's name at the endpoint.
            api_key: `None` for a server that asks for none.
            base_url: Where the protocol begins, usually ending in `/v1`.
            timeout_s: The longest wait for one reply, retries not included.
            max_retries: How often a failed request is tried again; 0 for never.
            max_concurrency: The most requests under way at once; further calls wait.

        Raises:
            ModelRefusedError: The key or the base URL cannot be one.
        """
        # Importing the client takes half a second, which only those who use it should wait for.
        import openai

        self.name = f"openai:{model}"
        self._model = model
        self._base_url = _checked_url(base_url)
        self._api_key = _checked_key(api_key)
        self._timeout = openai.Timeout(timeout_s, connect=min(timeout_s, _CONNECT_TIMEOUT_S))
        self._slots = BoundedSemaphore(max_concurrency)
        self._refused: frozenset[str] = frozenset()
        self._client = openai.OpenAI(
            api_key=self._api_key or "none",
            base_url=base_url,
            timeout=self._timeout,
            max_retries=max_retries,
        )

    def close(self) -> None:
        """Close the connections; the model cannot be used afterwards."""
        self._client.close()

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
        parameters: dict[str, object] = {"max_tokens": max_tokens, "temperature": temperature}
        if stop:
            parameters["stop"] = list(stop)
        if seed is not None:
            parameters["seed"] = seed
        with self._slots:
            body = self._send([asdict(message) for message in messages], parameters)
        return end_at_stop(self._read(body), stop)

    def _send(self, messages: list[dict[str, Any]], parameters: Mapping[str, object]) -> str:
        import openai

        refused = self._refused
        while True:
            request: dict[str, Any] = {"model": self._model, "messages": messages, **_without(refused, parameters)}
            try:
                response = self._client.chat.completions.with_raw_response.create(**request)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                culprit = _refused_parameter(error, parameters.keys() - refused)
                if culprit is None:
                    raise self._explained(error) from error
                refused |= {culprit}
            except openai.APIError as error:
                raise self._explained(error) from error
            else:
                self._refused |= refused
                return str(response.text)

    def _explained(self, error: "openai.APIError") -> ModelError:
        import openai

        where = f"{self.name} at {self._base_url}"
        tried = _attempts(error)
        said = self._excerpt(_said(error))
        match error:
            case openai.APITimeoutError():
                return ModelUnavailableError(
                    f"{where}: no connection within {self._timeout.connect:g} s or no reply within "
                    f"{self._timeout.read:g} s in {tried}. "
                    "Check the base URL, allow more time, or ask for fewer tokens."
                )
            case openai.APIConnectionError():
                return ModelUnavailableError(
                    f"{where}: cannot be reached in {tried}: {self._excerpt(str(error.__cause__))}. "
                    "Check the base URL, and that the server is running."
                )
            case openai.APIStatusError(status_code=status) if status in (408, 409, 429) or status >= 500:
                return ModelUnavailableError(
                    f"{where}: status {status} in {tried}: {said}. Try again later, with fewer requests at once."
                )
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ModelRefusedError(f"{where}: {said}. Check the API key, and what it may use.")
            case openai.NotFoundError():
                return ModelRefusedError(
                    f"{where}: {said}. Check the model name, and the base URL, which usually ends in /v1."
                )
            case _:
                return ModelRefusedError(
                    f"{where}: {said}. Check the model name, the API key and the length of the conversation."
                )

    def _read(self, body: str) -> Reply:
        try:
            completion = json.loads(body)
            choice = completion["choices"][0]
            text = choice["message"].get("content") or ""
            usage = completion.get("usage") or {}
            if not isinstance(text, str):
                raise TypeError("the content is not a text")
            return Reply(
                text=text,
                finish_reason=_finish_reason(choice.get("finish_reason")),
                usage=Usage(
                    calls=1,
                    input_tokens=int(usage.get("prompt_tokens") or 0),
                    output_tokens=int(usage.get("completion_tokens") or 0),
                ),
            )
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise ModelError(
                f"{self.name} at {self._base_url}: the reply is not a chat completion but begins "
                f"`{self._excerpt(body)}`. Check the base URL, which usually ends in /v1."
            ) from error

    def _excerpt(self, text: str) -> str:
        """The beginning of what a server said, on one line, without the key some servers repeat."""
        if self._api_key:
            text = text.replace(self._api_key, "[key]")
        line = " ".join(text.split()).rstrip(".")
        return line if len(line) <= _EXCERPT_LENGTH else f"{line[:_EXCERPT_LENGTH]}…"


def _checked_url(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise ModelRefusedError(f"the base URL `{base_url}` is not one. Write it like http://localhost:8000/v1.")
    return base_url


def _checked_key(api_key: str | None) -> str | None:
    # Refused here because the HTTP library would show the key in its own message.
    if api_key is not None and not (api_key.isascii() and api_key.isprintable() and api_key == api_key.strip()):
        raise ModelRefusedError("the API key holds a space at an end, or a character no key has. Copy it again.")
    return api_key


def _without(refused: frozenset[str], parameters: Mapping[str, object]) -> dict[str, object]:
    kept = {name: value for name, value in parameters.items() if name not in refused}
    renamed = {other: parameters[name] for name, other in _OTHER_NAME.items() if name in refused}
    return kept | renamed


def _refused_parameter(error: "openai.APIStatusError", sent: set[str]) -> str | None:
    """The parameter the server complains of, where it is one that can be left out or renamed."""
    candidates = [name for name in (*_OTHER_NAME, *_OPTIONAL) if name in sent]
    if error.param in candidates:
        return error.param
    # A word that begins so is enough: servers write `stop`, `body.stop` and `stopSequences`, and a wrong guess
    # costs one request, after which it is forgotten.
    return next((name for name in candidates if re.search(rf"\b{name}", error.message)), None)


def _attempts(error: "openai.APIError") -> str:
    # The client keeps the count to itself, but tells the server in this header.
    count = int(error.request.headers.get("x-stainless-retry-count", 0)) + 1
    return "1 attempt" if count == 1 else f"{count} attempts"


def _said(error: "openai.APIError") -> str:
    """The server's own words where it spoke as the protocol has it."""
    match error.body:
        case {"message": str(message)}:
            return message
        case _:
            return error.message


def _finish_reason(said: object) -> FinishReason:
    match said:
        case "length":
            return FinishReason.LENGTH
        case "content_filter":
            return FinishReason.FILTERED
        case _:
            return FinishReason.STOP
