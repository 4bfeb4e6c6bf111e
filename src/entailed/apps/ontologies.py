"""What an ONTOLOGY argument names: a file, an index folder, a bundled example, an address, or standard input."""

import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from entailed.apps.environment import cache_folder
from entailed.errors import ReadError
from entailed.owl.iris import is_address
from entailed.owl.sources import LARGEST

EXAMPLE_PREFIX = "example:"
STANDARD_INPUT = "-"


class Located(NamedTuple):
    """A file or an index folder, as long as it is needed."""

    path: Path
    source: str
    """What to call it in errors and reports; empty for its path."""


@contextmanager
def located(
    name: str,
    *,
    cache: Path | None = None,
    refresh: bool = False,
    progress: Callable[[str], None] = lambda stage: None,
) -> Iterator[Located]:
    """Find what an argument names, and fetch it if it is an address.

    Args:
        name: The argument.
        cache: Where fetched documents are kept; None for the user's cache folder.
        refresh: Whether a document that was fetched before is fetched again.
        progress: Called with a few words before something is fetched.

    Raises:
        ReadError: there is no such example, the address cannot be fetched, or there is nothing on standard input.
    """
    if name.startswith(EXAMPLE_PREFIX):
        with _example(name) as path:
            yield Located(path, "")
    elif is_address(name):
        path = _fetched(name, cache or cache_folder(), refresh, progress)
        try:
            yield Located(path, name)
        except ReadError as error:
            if error.source == name:  # perhaps a page that asks for a login: the next time it is another
                path.unlink(missing_ok=True)
            raise
    elif name == STANDARD_INPUT:
        with tempfile.TemporaryDirectory(prefix="entailed-") as folder:
            yield Located(_standard_input(Path(folder) / "document"), "standard input")
    elif not name.strip():
        problem = "the name of the ontology is empty."
        raise ReadError(problem, source="ONTOLOGY", advice="Name a file or an index folder.")
    elif "://" in name:
        raise ReadError("only http and https are fetched.", source=name, advice="Download the file and name it.")
    else:
        yield Located(Path(name), "")


@contextmanager
def _example(name: str) -> Iterator[Path]:
    bundled = {Path(f.name).stem: f for f in files("entailed").joinpath("examples").iterdir() if _is_ontology(f.name)}
    wanted = name.removeprefix(EXAMPLE_PREFIX)
    if wanted not in bundled:
        known = ", ".join(f"{EXAMPLE_PREFIX}{example}" for example in sorted(bundled))
        raise ReadError("there is no such example.", source=name, advice=f"Bundled: {known}.")
    with as_file(bundled[wanted]) as path:
        yield path


def _is_ontology(name: str) -> bool:
    return Path(name).suffix in {".obo", ".ofn"}


def _fetched(address: str, cache: Path, refresh: bool, progress: Callable[[str], None]) -> Path:
    """The document of an address, which is kept beside the indexes."""
    folder = cache / "fetched" / hashlib.sha256(address.encode()).hexdigest()[:32]
    kept = next(folder.glob("[!.]*"), None)
    if kept is not None and not refresh:
        return kept
    from entailed.owl.fetching import fetch  # whose library takes long to load

    progress(f"fetching {address}")
    return fetch(address, folder)


def _standard_input(path: Path) -> Path:
    if sys.stdin.isatty():
        problem = "nothing arrives there."
        raise ReadError(problem, source="standard input", advice="Send a document to it, or name a file.")
    left = LARGEST
    with path.open("wb") as file:
        while left > 0 and (chunk := sys.stdin.buffer.read(min(left, 1 << 20))):
            left -= file.write(chunk)
    if left <= 0:
        problem = f"it is larger than {LARGEST / 2**30:.0f} GB."
        raise ReadError(problem, source="standard input", advice="Is this the right file?")
    return path
