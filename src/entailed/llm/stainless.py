"""What the clients `openai` and `anthropic` have in common: one generator, Stainless, writes both."""

from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from types import ModuleType
from typing import Any

from entailed.errors import ModelError
from entailed.llm.endpoint import Endpoint, Parameters


class Sender:
    """Sends requests through a client, a limited number at once, and explains its errors."""

    def __init__(self, sdk: ModuleType, endpoint: Endpoint, parameters: Parameters, *, max_concurrency: int) -> None:
        self._sdk = sdk
        self._endpoint = endpoint
        self._parameters = parameters
        self._slots = BoundedSemaphore(max_concurrency)

    def send(self, create: Callable[..., Any], request: Mapping[str, object], parameters: Mapping[str, object]) -> str:
        """The body of the response.

        Args:
            create: A method of the client that returns raw responses.
            request: What every request has.
            parameters: What is left out where it is refused.
        """
        try:
            with self._slots:
                return self._parameters.send(
                    parameters, lambda accepted: str(create(**request, **accepted).http_response.text), _complaint
                )
        except self._sdk.APIError as error:
            raise self._explained(error) from error

    def _explained(self, error: Any) -> ModelError:
        # The client keeps the count to itself, but tells the server in this header.
        attempts = int(error.request.headers.get("x-stainless-retry-count", 0)) + 1
        if isinstance(error, self._sdk.APITimeoutError):
            return self._endpoint.timed_out(attempts=attempts)
        if isinstance(error, self._sdk.APIConnectionError):
            return self._endpoint.unreachable(error.__cause__, attempts=attempts)
        return self._endpoint.refused(getattr(error, "status_code", None), _said(error), attempts=attempts)


def _complaint(error: Exception) -> list[str]:
    """What a server says against the form of a request; the parameter itself first where it names one."""
    if getattr(error, "status_code", None) not in (400, 422):
        return []
    return [words for words in (getattr(error, "param", None), str(error)) if words]


def _said(error: Any) -> str:
    """The server's own words where it spoke as the protocol has it."""
    match error.body:
        case {"message": str(message)} | {"error": {"message": str(message)}}:
            return message
        case _:
            return str(error)
