"""Ontology files indexed once: a file's index is kept under its content hash."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from entailed.errors import IndexFolderError, ReadError
from entailed.owl import ReadOptions, read_ontology
from entailed.owl.collection import collection_paused
from entailed.owl.rf2_tables import is_release, is_snapshot_table
from entailed.service.fallback import Fallback
from entailed.service.index_folder import Progress, Review, build_index, check_replaceable
from entailed.service.manifest import FORMAT_VERSION, MANIFEST, Manifest
from entailed.service.mappings import MappingOptions, collect_mappings
from entailed.service.ontology_service import OntologyService


def index_file(
    path: Path | str,
    folder: Path | str,
    options: ReadOptions | None = None,
    *,
    language: str = "en",
    role_groups: Sequence[str] = (),
    mappings: MappingOptions | None = None,
    progress: Progress = lambda stage: None,
    review: Review = lambda manifest, checks: None,
) -> Manifest:
    """Read an ontology file, or several as one, and write the index folder.

    Args:
        path: The file, or the folder of a SNOMED CT release, in a format that `owl.read_ontology` knows.
        folder: Where the index goes; an older index there is replaced.
        options: What to call the file, its format, further files beside it, and where imports are.
        language: Labels in this language are preferred; all are indexed. For SNOMED CT also `en-GB`, or the identifier
            of a language reference set.
        role_groups: Relations, by IRI, CURIE or label, that only hold others together.
        mappings: Files with mappings between the ontologies, and how they are taken.
        progress: Called with a few words as each stage begins.
        review: Called with what a curator should look at before the index takes its place; if it raises, none does.

    Raises:
        ReadError: The file cannot be read, or holds no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: `folder` exists and is not an index.
    """
    path, folder = Path(path), Path(folder)
    options, mappings = options or ReadOptions(), mappings or MappingOptions()
    check_replaceable(folder)  # before the work, not after it
    source_sha256 = _content_hashes([path, *(file.path for file in options.beside), *mappings.files])
    with collection_paused():
        ontology, report = read_ontology(path, options, language=language, progress=progress)
        collected = collect_mappings(ontology, mappings, cross_references=len(report.given) > 1)
        report = replace(report, findings=(*report.findings, *collected.findings))
        return build_index(
            ontology,
            report,
            folder,
            source_sha256=source_sha256,
            language=language,
            role_groups=role_groups,
            mappings=collected,
            progress=progress,
            review=review,
        )


def open_ontology(
    path: Path | str,
    cache: Path | str,
    *,
    source: str = "",
    language: str = "en",
    fallback: Fallback = "mentions",
    progress: Progress = lambda stage: None,
    review: Review = lambda manifest, checks: None,
) -> OntologyService:
    """Open an index folder, or an ontology file or release through the index that `cache` keeps for its content.

    Args:
        path: The folder or file.
        cache: Where the indexes of files are kept.
        source: What to call the file, such as the address it came from; empty for its path.
        language: Labels in this language are preferred; an index folder has its own.
        fallback: Where text is looked for when nothing satisfies a SELECT.
        progress: Called with a few words as each stage begins.
        review: As for `index_file`, where an index has to be built.

    Raises:
        ReadError: The file cannot be read, or holds no class.
        InconsistentOntologyError: Its axioms contradict each other.
        IndexFolderError: A folder is no usable index.
    """
    path, cache = Path(path), Path(cache)
    if path.is_dir() and not is_release(path):
        return OntologyService(path, fallback=fallback)
    folder = cache / f"v{FORMAT_VERSION}" / f"{content_hash(path)[:32]}-{language}"
    if (folder / MANIFEST).exists():
        try:
            return OntologyService(folder, fallback=fallback)
        except IndexFolderError:
            progress("the kept index is damaged and is built again")
    index_file(path, folder, ReadOptions(source=source), language=language, progress=progress, review=review)
    return OntologyService(folder, fallback=fallback)


def _content_hashes(paths: Sequence[Path]) -> str:
    """The hash of one file; of several, the hash of their hashes."""
    hashes = [content_hash(path) for path in paths]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def content_hash(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal; for the folder of a SNOMED CT release, of what is read from it.

    Raises:
        ReadError: The file cannot be read.
    """
    try:
        if path.is_dir():
            parts = (
                found for found in sorted(path.rglob("*")) if found.suffix == ".zip" or is_snapshot_table(found.name)
            )
            return hashlib.sha256("\n".join(content_hash(part) for part in parts).encode()).hexdigest()
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise ReadError("there is no such file.", source=str(path), advice="Check the path.") from error
    except OSError as error:
        problem = f"it cannot be opened: {error.strerror}."
        raise ReadError(problem, source=str(path), advice="Check its permissions.") from error
