"""From what a user writes to a model."""

from collections.abc import Callable, Mapping
from pathlib import Path

from entailed.errors import ModelRefusedError
from entailed.llm.anthropic import ANTHROPIC_URL, AnthropicModel
from entailed.llm.google import GOOGLE_URL, GoogleModel
from entailed.llm.local import LocalModel
from entailed.llm.openai_compatible import OPENAI_URL, OpenAICompatibleModel
from entailed.llm.protocol import ChatModel
from entailed.llm.recording import RecordingModel
from entailed.llm.replay import ReplayModel

_FORMS = (
    "`openai:NAME` (any OpenAI-compatible endpoint), `anthropic:NAME`, `google:NAME`, `local:FILE` (a GGUF file) or "
    "`replay:FILE`"
)

_PROVIDERS: Mapping[str, tuple[Callable[..., ChatModel], str, str]] = {
    "openai": (OpenAICompatibleModel, OPENAI_URL, "OPENAI_API_KEY"),
    "anthropic": (AnthropicModel, ANTHROPIC_URL, "ANTHROPIC_API_KEY"),
    "google": (GoogleModel, GOOGLE_URL, "GEMINI_API_KEY"),
}
"""The class of model, the provider's own address, and where its key is usually kept."""


def open_model(
    spec: str,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    max_concurrency: int = 8,
    context_window: int = 8192,
    record_to: Path | None = None,
) -> ChatModel:
    """Open the model a user names.

    Args:
        spec: `openai:NAME`, `anthropic:NAME`, `google:NAME`, `local:FILE` or `replay:FILE`.
        api_key: For the first three; `None` for a server of one's own that asks for none.
        base_url: For the first three; `None` for the provider itself.
        max_concurrency: The most requests under way at once, of the first three.
        context_window: Of a `local:` model, in tokens.
        record_to: A file every call is added to, for `replay:` to answer from; `None` to record nothing.

    Raises:
        MissingExtraError: The package that such models need is not installed.
        ModelRefusedError: The spec has no known form, the provider itself is meant and there is no key, or the file is
            no model.
        ModelError: The recording cannot be read or written.
    """
    model = _opened(spec, api_key, base_url, max_concurrency, context_window)
    return model if record_to is None else RecordingModel(model, record_to)


def _opened(
    spec: str, api_key: str | None, base_url: str | None, max_concurrency: int, context_window: int
) -> ChatModel:
    match spec.partition(":"):
        case (kind, _, name) if name and kind in _PROVIDERS:
            model, provider_url, key = _PROVIDERS[kind]
            url = base_url or provider_url
            if not api_key and url == provider_url:
                raise ModelRefusedError(
                    f"{spec} at {url}: there is no API key. "
                    f"Set {key}, or give the base URL of a server that asks for none."
                )
            return model(name, api_key=api_key, base_url=url, max_concurrency=max_concurrency)
        case ("local", _, file) if file:
            return LocalModel(Path(file), context_window=context_window)
        case ("replay", _, file) if file:
            return ReplayModel(Path(file))
        case _:
            raise ModelRefusedError(f"`{spec}` names no model. Write {_FORMS}.")
