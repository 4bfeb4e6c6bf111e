"""Models behind an OpenAI-compatible endpoint: OpenAI, vLLM, Ollama, llama.cpp server and many more."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property

from entailed.llm.chat_completion import read_completion
from entailed.llm.endpoint import CONNECT_TIMEOUT_S, MISREAD, Endpoint, Parameters
from entailed.llm.protocol import Message, Reply
from entailed.llm.stainless import Sender
from entailed.llm.stops import end_at_stop

OPENAI_URL = "https://api.openai.com/v1"


class OpenAICompatibleModel:
    """A model reached through the Chat Completions protocol. Several threads may share it.

    Connection errors, time-outs and the statuses 408, 409, 429 and 5xx are tried again: after the wait the server asks
    for with `Retry-After`, up to two minutes, otherwise after about 0.5 s, 1 s, 2 s and so on up to 8 s.

    A parameter the server refuses (reasoning models take no `stop`, some take no `temperature`) is left out and the
    request sent again; once that has worked, the parameter is left out from then on. Stop strings hold regardless.

    Decoding is held to a grammar by llama.cpp's server and by vLLM; other servers are not sent one.
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
        self._endpoint = Endpoint(
            model=self.name,
            url=base_url,
            api_key=api_key,
            timeout_s=timeout_s,
            connect_timeout_s=min(timeout_s, CONNECT_TIMEOUT_S),
            url_form=", which usually ends in /v1",
        )
        self._client = openai.OpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            timeout=openai.Timeout(timeout_s, connect=self._endpoint.connect_timeout_s),
            max_retries=max_retries,
        )
        # `max_tokens` is sent first, although OpenAI calls it deprecated, because older servers ignore the new name
        # without a word and would generate without limit. For the same reason it is renamed, never left out.
        parameters = Parameters(
            {"stop": "stop", "temperature": "temperature", "seed": "seed"},
            other_names={"max_tokens": "max_completion_tokens"},
        )
        self._sender = Sender(openai, self._endpoint, parameters, max_concurrency=max_concurrency)

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
        """See `ChatModel.complete`."""
        request: dict[str, object] = {"model": self._model, "messages": [asdict(message) for message in messages]}
        if grammar is not None:
            request["extra_body"] = self._grammar_field(grammar)
        parameters: dict[str, object] = {"max_tokens": max_tokens, "temperature": temperature}
        if stop:
            parameters["stop"] = list(stop)
        if seed is not None:
            parameters["seed"] = seed
        body = self._sender.send(self._client.chat.completions.with_raw_response.create, request, parameters)
        return end_at_stop(self._read(body, constrained=grammar is not None), stop)

    def _grammar_field(self, grammar: str) -> dict[str, object]:
        # A server ignores a field that it does not know without a word, and so would leave out the grammar.
        match self._server:
            case "llamacpp":
                return {"grammar": grammar}
            case "vllm":
                return {"structured_outputs": {"grammar": grammar}}
            case other:
                raise self._endpoint.without_grammar(
                    f"the server calls itself `{self._endpoint.excerpt(other)}`, not `llamacpp` or `vllm`"
                )

    @cached_property
    def _server(self) -> str:
        """What the list of models names as their owner, which is the program that serves them; "" if it names none."""
        body = self._sender.send(self._client.models.with_raw_response.list, {}, {})
        try:
            models = json.loads(body)["data"]
            return str(next((model for model in models if model.get("id") == self._model), models[0])["owned_by"])
        except MISREAD:
            return ""

    def _read(self, body: str, *, constrained: bool) -> Reply:
        try:
            return read_completion(json.loads(body), constrained=constrained)
        except MISREAD as error:
            raise self._endpoint.unreadable(body, "a chat completion") from error
