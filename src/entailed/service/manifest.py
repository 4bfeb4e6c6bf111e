"""What an index folder says of itself, and whether its files are as they were written."""

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from entailed.errors import IndexFolderError

FORMAT_VERSION = 4
MANIFEST = "manifest.json"
REBUILD = "Build it again with `entailed index`."
SMALL_FILE_BYTES = 100_000
"""Files up to this size are compared with their checksums whenever an index is opened.

Not all files: that would read the whole of an index for each query from a terminal, where a few pages are enough.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an index folder says of itself."""

    format_version: int
    source: str
    """The file that was read, as it was named; of several, their names with commas between."""
    source_sha256: str
    """Of the file's bytes; of several, mapping files included, of their hashes. Empty where there was no file."""
    language: str
    """The preferred language of labels."""
    prefixes: dict[str, str]
    report: dict[str, object]
    """The `ReadReport` as JSON."""
    counts: dict[str, int]
    """`classes`, `obsolete`, `relations`, `names`, `links`, `unsatisfiable`, `unlabelled`.

    Where there are mappings also `mappings`; `mappings_reasoned`, those that are reasoned with; and
    `unsatisfiable_by_mappings`, the unsatisfiable classes that would be satisfiable without them.
    """
    grouping_roles: list[str]
    """IRIs of the relations that group others and are looked through."""
    not_reasoned: dict[str, int]
    """Axioms (or parts of them) that were not reasoned over, by kind."""
    files: dict[str, int]
    """Size in bytes of every other file of the folder."""
    checksums: dict[str, int]
    """CRC-32 of every other file of the folder."""
    mapping_files: list[str] = field(default_factory=list)
    """The mapping files that were read, as they were named."""


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of an index, other than the manifest that is still to be written, by relative path."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".lock"):
            yield path.relative_to(folder).as_posix(), path


def checksum(path: Path) -> int:
    """CRC-32 of a file's bytes."""
    value = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            value = zlib.crc32(block, value)
    return value


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write what an index folder says of itself."""
    values = {name: getattr(manifest, name) for name in Manifest.__slots__}
    (folder / MANIFEST).write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """Read and check what an index folder says of itself.

    Raises:
        IndexFolderError: There is no index, it is of another version, or files of it are missing, cut short, or, as
            far as they are small, changed.
    """
    return _checked_manifest(folder, up_to_bytes=SMALL_FILE_BYTES)


def verify_index(folder: Path) -> Manifest:
    """Compare every file of an index with its checksum, which takes a second for each gigabyte.

    Raises:
        IndexFolderError: There is no index, it is of another version, or files of it are missing or changed.
    """
    return _checked_manifest(folder, up_to_bytes=None)


def _checked_manifest(folder: Path, *, up_to_bytes: int | None) -> Manifest:
    try:
        stored = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        version = stored["format_version"]
    except FileNotFoundError as error:
        if folder.exists():
            problem, advice = (
                "this folder is not an index.",
                "Name an ontology file, or a folder made by `entailed index -o`.",
            )
        else:
            problem, advice = "there is no such folder.", "Make one with `entailed index -o`."
        raise IndexFolderError(problem, folder=folder, advice=advice) from error
    except NotADirectoryError as error:
        advice = "Name a folder made by `entailed index -o`."
        raise IndexFolderError("this is a file, and an index is a folder.", folder=folder, advice=advice) from error
    except PermissionError as error:
        advice = "Ask for the right to read it."
        raise IndexFolderError("its manifest may not be read.", folder=folder, advice=advice) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexFolderError("its manifest cannot be read.", folder=folder, advice=REBUILD) from error
    if version != FORMAT_VERSION:
        problem = f"the index has format version {version}, and this program reads {FORMAT_VERSION}."
        raise IndexFolderError(problem, folder=folder, advice=REBUILD)
    try:
        manifest = Manifest(**stored)
        for name, size in manifest.files.items():
            path = folder / name
            compared = up_to_bytes is None or size <= up_to_bytes
            if path.stat().st_size != size or (compared and checksum(path) != manifest.checksums[name]):
                raise IndexFolderError(f"its file {name} is damaged.", folder=folder, advice=REBUILD)
    except FileNotFoundError as error:
        missing = os.path.relpath(str(error.filename), folder)
        raise IndexFolderError(f"its file {missing} is missing.", folder=folder, advice=REBUILD) from error
    except (TypeError, AttributeError, KeyError) as error:
        raise IndexFolderError("its manifest cannot be read.", folder=folder, advice=REBUILD) from error
    return manifest
