"""From what a user writes to a model."""

from pathlib import Path

from entailed.errors import ModelRefusedError
from entailed.llm.openai_compatible import OPENAI_URL, OpenAICompatibleModel
from entailed.llm.protocol import ChatModel
from entailed.llm.recording import RecordingModel
from entailed.llm.replay import ReplayModel

_FORMS = "`openai:NAME` (any OpenAI-compatible endpoint) or `replay:FILE`"


def open_model(
    spec: str, *, api_key: str | None = None, base_url: str | None = None, record_to: Path | None = None
) -> ChatModel:
    """Open the model a user names.

    Args:
        spec: `openai:NAME` or `replay:FILE`.
        api_key: For `openai:`; `None` for a server of one's own that asks for none.
        base_url: For `openai:`; `None` for OpenAI itself.
        record_to: A file every call is added to, for `replay:` to answer from; `None` to record nothing.

    Raises:
        ModelRefusedError: The spec has no known form, or OpenAI itself is meant and there is no key.
        ModelError: The recording cannot be read or written.
    """
    match spec.partition(":"):
        case ("openai", _, name) if name:
            model: ChatModel = _open_endpoint(name, api_key, base_url or OPENAI_URL)
        case ("replay", _, file) if file:
            model = ReplayModel(Path(file))
        case ("anthropic" | "google" | "local" as kind, _, _):
            raise ModelRefusedError(f"`{kind}:` models are not supported yet. Write {_FORMS}.")
        case _:
            raise ModelRefusedError(f"`{spec}` names no model. Write {_FORMS}.")
    return model if record_to is None else RecordingModel(model, record_to)


def _open_endpoint(name: str, api_key: str | None, base_url: str) -> OpenAICompatibleModel:
    if not api_key and base_url == OPENAI_URL:
        raise ModelRefusedError(
            f"openai:{name} at {base_url}: there is no API key. "
            "Set OPENAI_API_KEY, or give the base URL of a server that asks for none."
        )
    return OpenAICompatibleModel(name, api_key=api_key, base_url=base_url)
