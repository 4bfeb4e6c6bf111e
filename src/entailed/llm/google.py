"""Google's models, through the Gemini API."""

from collections.abc import Mapping, Sequence
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any

from entailed.errors import MissingExtraError, ModelError
from entailed.llm.endpoint import PASSING_STATUSES, Endpoint, Parameters
from entailed.llm.protocol import FinishReason, Message, Reply, Usage
from entailed.llm.stops import end_at_stop

if TYPE_CHECKING:
    from google.genai.types import GenerateContentResponse

GOOGLE_URL = "https://generativelanguage.googleapis.com"

_EXPECTED = "a response of the Gemini API"


class GoogleModel:
    """A model of Google's. Several threads may share it.

    Connection errors, time-outs and the statuses 408, 409, 429, 500 and 502 to 504 are tried again after about 0.5 s,
    1 s, 2 s and so on up to 8 s. Which parameters are left out is as for `OpenAICompatibleModel`. Thoughts that are
    returned beside the reply are ignored; their tokens count. Decoding cannot be held to a grammar.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None,
        base_url: str = GOOGLE_URL,
        timeout_s: float = 300.0,
        max_retries: int = 4,
        max_concurrency: int = 8,
    ) -> None:
        """Prepare the client; nothing is sent yet. The arguments are those of `OpenAICompatibleModel`.

        Raises:
            MissingExtraError: The package `google-genai` is not installed.
            ModelRefusedError: The key or the base URL cannot be one.
        """
        try:
            from google import genai
            from google.genai.types import HttpOptions, HttpRetryOptions
        except ImportError as error:
            raise MissingExtraError("`google:`", package="google-genai", extra="google") from error
        self.name = f"google:{model}"
        self._model = model
        self._endpoint = Endpoint(
            model=self.name, url=base_url, api_key=api_key, timeout_s=timeout_s, connect_timeout_s=timeout_s
        )
        self._attempts = max_retries + 1
        self._slots = BoundedSemaphore(max_concurrency)
        self._parameters = Parameters({"stop_sequences": "stop", "temperature": "temperature", "seed": "seed"})
        self._client = genai.Client(
            vertexai=False,
            api_key=api_key or "none",
            http_options=HttpOptions(
                base_url=base_url,
                api_version="v1beta",
                timeout=round(timeout_s * 1000),
                retry_options=HttpRetryOptions(
                    attempts=self._attempts,
                    initial_delay=0.5,
                    max_delay=8.0,
                    jitter=0.2,
                    http_status_codes=list(PASSING_STATUSES),
                ),
            ),
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
        grammar: str | None = None,
    ) -> Reply:
        """See `ChatModel.complete`."""
        if grammar is not None:
            raise self._endpoint.without_grammar("Google's models take none")
        config: dict[str, Any] = {"max_output_tokens": max_tokens}
        if system := [message.content for message in messages if message.role == "system"]:
            config["system_instruction"] = "\n\n".join(system)
        parameters: dict[str, object] = {"temperature": temperature}
        if stop:
            parameters["stop_sequences"] = list(stop)
        if seed is not None:
            parameters["seed"] = seed
        request: dict[str, object] = {
            "model": self._model,
            "contents": [_content(message) for message in messages if message.role != "system"],
        }
        return end_at_stop(self._read(self._send(request, config, parameters)), stop)

    def _send(
        self, request: Mapping[str, Any], config: Mapping[str, Any], parameters: Mapping[str, object]
    ) -> "GenerateContentResponse":
        from google.genai.types import GenerateContentConfig

        try:
            with self._slots:
                return self._parameters.send(
                    parameters,
                    lambda accepted: self._client.models.generate_content(
                        **request, config=GenerateContentConfig(**config, **accepted)
                    ),
                    _complaint,
                )
        except Exception as error:
            explained = self._explained(error)
            if explained is None:
                raise
            raise explained from error

    def _explained(self, error: Exception) -> ModelError | None:
        """An error of the client as one of ours; None for one that no server caused."""
        # The client works over `httpx2` or `httpx`, whichever the environment has; both name their errors alike.
        kinds = {kind.__name__ for kind in type(error).__mro__}
        if "APIError" in kinds:
            status, said = int(getattr(error, "code", None) or 0), str(getattr(error, "message", None) or error)
            return self._endpoint.refused(status, said, attempts=self._attempts if status in PASSING_STATUSES else 1)
        if "TimeoutException" in kinds:
            return self._endpoint.timed_out(attempts=self._attempts)
        if "TransportError" in kinds:
            return self._endpoint.unreachable(error, attempts=self._attempts if "ConnectError" in kinds else 1)
        return self._endpoint.unreadable(str(error), _EXPECTED) if isinstance(error, ValueError) else None

    def _read(self, response: "GenerateContentResponse") -> Reply:
        usage = response.usage_metadata
        candidate = response.candidates[0] if response.candidates else None
        if candidate is None and response.prompt_feedback is None:
            raise self._endpoint.unreadable(response.model_dump_json(exclude_none=True), _EXPECTED)
        parts = candidate.content.parts or [] if candidate and candidate.content else []
        return Reply(
            text="".join(part.text for part in parts if part.text and not part.thought),
            finish_reason=_finish_reason(candidate.finish_reason) if candidate else FinishReason.FILTERED,
            usage=Usage(
                calls=1,
                input_tokens=usage.prompt_token_count or 0 if usage else 0,
                output_tokens=(usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0) if usage else 0,
            ),
        )


def _content(message: Message) -> dict[str, object]:
    return {"role": "model" if message.role == "assistant" else "user", "parts": [{"text": message.content}]}


def _complaint(error: Exception) -> list[str]:
    """What the server says against the form of a request."""
    return [str(error)] if getattr(error, "code", None) == 400 else []


def _finish_reason(said: str | None) -> FinishReason:
    match said:
        case None | "STOP" | "FINISH_REASON_UNSPECIFIED":
            return FinishReason.STOP
        case "MAX_TOKENS":
            return FinishReason.LENGTH
        case _:
            return FinishReason.FILTERED
