"""What a command finds around it: the cache folder, keys of model providers."""

import os
from pathlib import Path

from platformdirs import user_cache_path

from entailed.llm import Budget, BudgetedModel, ChatModel, open_model


def cache_folder() -> Path:
    """Where the indexes of ontology files are kept: `ENTAILED_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("ENTAILED_CACHE")
    return Path(chosen) if chosen else user_cache_path("entailed", appauthor=False)


_MODEL_VARIABLES = {
    "openai": (("OPENAI_API_KEY",), "OPENAI_BASE_URL"),
    "anthropic": (("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL"),
    "google": (("GEMINI_API_KEY", "GOOGLE_API_KEY"), "GOOGLE_GEMINI_BASE_URL"),
}
"""Where the keys of each provider are kept, and its base URL, by the names that its own client reads."""


def chosen_model(
    spec: str,
    *,
    base_url: str | None = None,
    record_to: Path | None = None,
    max_concurrency: int = 8,
    context_window: int = 8192,
    budget: Budget | None = None,
) -> ChatModel:
    """Open the model a user names, with the key of the environment, and its base URL where none is given.

    Raises:
        ModelError: The name has no known form, a key is missing, or a recording cannot be read.
        MissingExtraError: The package that such models need is not installed.
    """
    keys, base_url_variable = _MODEL_VARIABLES.get(spec.partition(":")[0], ((), ""))
    model = open_model(
        spec,
        api_key=next((key for name in keys if (key := os.environ.get(name))), None),
        base_url=base_url or os.environ.get(base_url_variable),
        max_concurrency=max_concurrency,
        context_window=context_window,
        record_to=record_to,
    )
    return model if budget is None else BudgetedModel(model, budget)
