"""What clients of remote models have in common: a checked address, and errors that say what to do."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

from entailed.errors import ModelError, ModelRefusedError, ModelUnavailableError

CONNECT_TIMEOUT_S = 10.0
PASSING_STATUSES = (408, 409, 429, 500, 502, 503, 504)
"""What a server says that may answer the same request later."""

MISREAD = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What reading a body raises that has another shape than its protocol; the last for 1e999 tokens, no whole number."""

_EXCERPT_LENGTH = 200
_Response = TypeVar("_Response")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a model is reached, checked, and the errors of reaching it."""

    model: str
    """As a user names it, such as `openai:gpt-5-mini`."""
    url: str
    api_key: str | None = field(repr=False)
    timeout_s: float
    """The longest wait for one reply."""
    connect_timeout_s: float
    """The longest wait for a connection."""
    url_form: str = ""
    """How base URLs of this protocol usually look, as a clause after "the base URL"."""

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            valid = False
        if not valid:
            raise ModelRefusedError(f"the base URL `{self.url}` is not one. Write it like http://localhost:8000/v1.")
        # Refused here because HTTP libraries would show the key in their own message.
        key = self.api_key
        if key is not None and not (key.isascii() and key.isprintable() and key == key.strip()):
            raise ModelRefusedError("the API key holds a space at an end, or a character no key has. Copy it again.")

    @property
    def where(self) -> str:
        """Model and address, as errors begin."""
        return f"{self.model} at {self.url}"

    def excerpt(self, text: str) -> str:
        """The beginning of what a server said, on one line, without the key some servers repeat."""
        if self.api_key:
            text = text.replace(self.api_key, "[key]")
        line = " ".join(text.split()).rstrip(".")
        return line if len(line) <= _EXCERPT_LENGTH else f"{line[:_EXCERPT_LENGTH]}…"

    def timed_out(self, *, attempts: int) -> ModelError:
        """The error of a server that did not answer in time."""
        return ModelUnavailableError(
            f"{self.where}: no connection within {self.connect_timeout_s:g} s or no reply within {self.timeout_s:g} s "
            f"in {_tried(attempts)}. Check the base URL, allow more time, or ask for fewer tokens."
        )

    def unreachable(self, cause: object, *, attempts: int) -> ModelError:
        """The error of a server that cannot be connected to."""
        return ModelUnavailableError(
            f"{self.where}: cannot be reached in {_tried(attempts)}: {self.excerpt(str(cause))}. "
            "Check the base URL, and that the server is running."
        )

    def refused(self, status: int | None, said: str, *, attempts: int = 1) -> ModelError:
        """The error of a server that answered with a status other than success; None where it gave no status."""
        said = self.excerpt(said)
        if status in PASSING_STATUSES or (status or 0) >= 500:
            return ModelUnavailableError(
                f"{self.where}: status {status} in {_tried(attempts)}: {said}. "
                "Try again later, with fewer requests at once."
            )
        match status:
            case 401 | 403:
                check = "the API key, and what it may use"
            case 404:
                check = f"the model name, and the base URL{self.url_form}"
            case _:
                check = "the model name, the API key and the length of the conversation"
        return ModelRefusedError(f"{self.where}: {said}. Check {check}.")

    def without_grammar(self, why: str) -> ModelError:
        """The error of a request for constrained decoding where there is none."""
        return ModelRefusedError(
            f"{self.where}: decoding cannot be held to a grammar: {why}. Ask without constrained decoding, or take a "
            "`local:` model or a server of llama.cpp's or vLLM's."
        )

    def unreadable(self, body: str, expected: str) -> ModelError:
        """The error of a body that is not what the protocol has it be."""
        return ModelError(
            f"{self.where}: the reply is not {expected} but begins `{self.excerpt(body)}`. "
            f"Check the base URL{self.url_form}."
        )


def _tried(attempts: int) -> str:
    return "1 attempt" if attempts == 1 else f"{attempts} attempts"


class Parameters:
    """Parameters of requests, less those that the model turned out to refuse. Several threads may share it."""

    def __init__(self, optional: Mapping[str, str], *, other_names: Mapping[str, str] | None = None) -> None:
        """Nothing is refused yet.

        Args:
            optional: The parameters that can be left out, and how the word for each begins in complaints: a server
                may write `stop`, `body.stop` or `stopSequences`. A wrong guess costs one request, after which it is
                forgotten.
            other_names: Parameters that are renamed where they are refused, and then left out no more.
        """
        self._other_names = other_names or {}
        self._words = {name: name for name in self._other_names} | dict(optional)
        self._refused: frozenset[str] = frozenset()

    def send(
        self,
        parameters: Mapping[str, object],
        request: Callable[[dict[str, Any]], _Response],
        complaint: Callable[[Exception], Sequence[str]],
    ) -> _Response:
        """Send a request, again without the parameter complained of, as long as there is one.

        Args:
            parameters: Of the request.
            request: Sends it.
            complaint: What a server says against the form of a request, the plainest words first; nothing for other
                errors.

        Raises:
            Exception: Any error of the request that is no complaint about one of its parameters.
        """
        refused = self._refused
        while True:
            try:
                response = request(self._without(refused, parameters))
            except Exception as error:
                culprit = self._culprit(complaint(error), parameters.keys() - refused)
                if culprit is None:
                    raise
                refused |= {culprit}
            else:
                self._refused |= refused
                return response

    def _without(self, refused: frozenset[str], parameters: Mapping[str, object]) -> dict[str, object]:
        kept = {name: value for name, value in parameters.items() if name not in refused}
        return kept | {other: parameters[name] for name, other in self._other_names.items() if name in refused}

    def _culprit(self, complaint: Sequence[str], sent: set[str]) -> str | None:
        for words in complaint:
            for name, word in self._words.items():
                if name in sent and re.search(rf"\b{word}", words):
                    return name
        return None
