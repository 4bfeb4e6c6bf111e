"""Ontology files indexed once: a file's index is kept under its content hash."""

import gc
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from entailed.errors import IndexFolderError, ReadError
from entailed.service.index_folder import FORMAT_VERSION, MANIFEST, Manifest, Progress, build_index, check_replaceable
from entailed.service.ontology_service import OntologyService


def index_file(
    path: Path | str,
    folder: Path | str,
    *,
    language: str = "en",
    role_groups: Sequence[str] = (),
    progress: Progress = lambda stage: None,
) -> Manifest:
    """Read an ontology file and write its index folder.

    Args:
        path: The file, in a format that `owl.read_ontology` knows.
        folder: Where the index goes; an older index there is replaced.
        language: Labels in this language are preferred; all are indexed.
        role_groups: Relations, by IRI, CURIE or label, that only hold others together.
        progress: Called with a few words as each stage begins.

    Raises:
        ReadError: The file cannot be read, or holds no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: `folder` exists and is not an index.
    """
    from entailed.owl import read_ontology  # the readers' libraries are not needed to answer

    path, folder = Path(path), Path(folder)
    check_replaceable(folder)  # before the work, not after it
    source_sha256 = content_hash(path)
    with _collection_paused():
        ontology, report = read_ontology(path, progress=progress)
        return build_index(
            ontology,
            report,
            folder,
            source_sha256=source_sha256,
            language=language,
            role_groups=role_groups,
            progress=progress,
        )


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Pause the collector of cyclic garbage: among millions of live axioms it takes much of the time and finds none."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def open_ontology(
    path: Path | str, cache: Path | str, *, language: str = "en", progress: Progress = lambda stage: None
) -> OntologyService:
    """Open an index folder, or an ontology file through the index that `cache` keeps for its content.

    Raises:
        ReadError: The file cannot be read, or holds no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: A folder is no usable index.
    """
    path, cache = Path(path), Path(cache)
    if path.is_dir():
        return OntologyService(path)
    folder = cache / f"v{FORMAT_VERSION}" / f"{content_hash(path)[:32]}-{language}"
    if (folder / MANIFEST).exists():
        try:
            return OntologyService(folder)
        except IndexFolderError:
            progress("the kept index is damaged and is built again")
    index_file(path, folder, language=language, progress=progress)
    return OntologyService(folder)


def content_hash(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal.

    Raises:
        ReadError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise ReadError("there is no such file.", source=str(path), advice="Check the path.") from error
    except OSError as error:
        problem = f"it cannot be opened: {error.strerror}."
        raise ReadError(problem, source=str(path), advice="Check its permissions.") from error
