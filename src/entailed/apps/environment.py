"""What a command finds around it: the cache folder, the bundled examples, keys of model providers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

from platformdirs import user_cache_path

from entailed.errors import ReadError
from entailed.llm import ChatModel, open_model

EXAMPLE_PREFIX = "example:"


def cache_folder() -> Path:
    """Where the indexes of ontology files are kept: `ENTAILED_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("ENTAILED_CACHE")
    return Path(chosen) if chosen else user_cache_path("entailed", appauthor=False)


@contextmanager
def ontology_path(name: str) -> Iterator[Path]:
    """The path that an ONTOLOGY argument names: a file, an index folder, or `example:NAME`.

    Raises:
        ReadError: There is no such example, or the argument is a URL.
    """
    if name.startswith(EXAMPLE_PREFIX):
        wanted = name.removeprefix(EXAMPLE_PREFIX)
        bundled = {
            Path(f.name).stem: f for f in files("entailed").joinpath("examples").iterdir() if _is_ontology(f.name)
        }
        if wanted not in bundled:
            known = ", ".join(f"{EXAMPLE_PREFIX}{example}" for example in sorted(bundled))
            raise ReadError("there is no such example.", source=name, advice=f"Bundled: {known}.")
        with as_file(bundled[wanted]) as path:
            yield path
    elif not name.strip():
        raise ReadError(
            "the name of the ontology is empty.", source="ONTOLOGY", advice="Name a file or an index folder."
        )
    elif "://" in name:
        raise ReadError("nothing is fetched from the network.", source=name, advice="Download the file and name it.")
    else:
        yield Path(name)


def _is_ontology(name: str) -> bool:
    return Path(name).suffix in {".obo", ".ofn"}


def chosen_model(spec: str, *, record_to: Path | None) -> ChatModel:
    """Open the model a user names, with the key and base URL of the environment.

    Raises:
        ModelError: The name has no known form, a key is missing, or a recording cannot be read.
    """
    return open_model(
        spec,
        api_key=os.environ.get("OPENAI_API_KEY"),
        base_url=os.environ.get("OPENAI_BASE_URL"),
        record_to=record_to,
    )
