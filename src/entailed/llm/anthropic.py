"""Anthropic's models, through the Messages API."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from entailed.errors import MissingExtraError
from entailed.llm.endpoint import CONNECT_TIMEOUT_S, MISREAD, Endpoint, Parameters
from entailed.llm.protocol import FinishReason, Message, Reply, Usage
from entailed.llm.stainless import Sender
from entailed.llm.stops import end_at_stop

ANTHROPIC_URL = "https://api.anthropic.com"

_INPUT_TOKENS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class AnthropicModel:
    """A model of Anthropic's. Several threads may share it.

    What is tried again, and what becomes of stop strings where they are refused, is as for `OpenAICompatibleModel`.
    Temperature and seed are not sent: since its version of 2026-10-21, the API takes neither. Thinking that is returned
    beside the reply is ignored; its tokens count. Decoding cannot be held to a grammar.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None,
        base_url: str = ANTHROPIC_URL,
        timeout_s: float = 300.0,
        max_retries: int = 4,
        max_concurrency: int = 8,
    ) -> None:
        """Prepare the client; nothing is sent yet. The arguments are those of `OpenAICompatibleModel`.

        Raises:
            MissingExtraError: The package `anthropic` is not installed.
            ModelRefusedError: The key or the base URL cannot be one.
        """
        try:
            import anthropic
        except ImportError as error:
            raise MissingExtraError("`anthropic:`", package="anthropic", extra="anthropic") from error
        self.name = f"anthropic:{model}"
        self._model = model
        self._endpoint = Endpoint(
            model=self.name,
            url=base_url,
            api_key=api_key,
            timeout_s=timeout_s,
            connect_timeout_s=min(timeout_s, CONNECT_TIMEOUT_S),
        )
        self._client = anthropic.Anthropic(
            api_key=api_key or "none",
            base_url=base_url,
            timeout=anthropic.Timeout(timeout_s, connect=self._endpoint.connect_timeout_s),
            max_retries=max_retries,
        )
        parameters = Parameters({"stop_sequences": "stop"})
        self._sender = Sender(anthropic, self._endpoint, parameters, max_concurrency=max_concurrency)

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
        grammar: str | None = None,
    ) -> Reply:
        """See `ChatModel.complete`; temperature and seed have no effect."""
        if grammar is not None:
            raise self._endpoint.without_grammar("Anthropic's models take none")
        request: dict[str, object] = {
            "model": self._model,
            "max_tokens": max_tokens,
            "messages": [asdict(message) for message in messages if message.role != "system"],
        }
        if system := [message.content for message in messages if message.role == "system"]:
            request["system"] = "\n\n".join(system)
        parameters = {"stop_sequences": list(stop)} if stop else {}
        body = self._sender.send(self._client.messages.with_raw_response.create, request, parameters)
        return end_at_stop(self._read(body), stop)

    def _read(self, body: str) -> Reply:
        try:
            message = json.loads(body)
            texts = [block["text"] for block in message["content"] if block["type"] == "text"]
            usage = message["usage"]
            return Reply(
                text="".join(texts),
                finish_reason=_finish_reason(message["stop_reason"]),
                usage=Usage(
                    calls=1,
                    input_tokens=sum(int(usage.get(kind) or 0) for kind in _INPUT_TOKENS),
                    output_tokens=int(usage["output_tokens"]),
                ),
            )
        except MISREAD as error:
            raise self._endpoint.unreadable(body, "a message of the Messages API") from error


def _finish_reason(said: object) -> FinishReason:
    match said:
        case "max_tokens" | "model_context_window_exceeded":
            return FinishReason.LENGTH
        case "refusal":
            return FinishReason.FILTERED
        case _:
            return FinishReason.STOP
