"""Kernel folders: read as drafts, checked and frozen, and opened again only as they were frozen.

    schema.yaml            the schema
    functions/NAME.py      a function each
    mapping.yaml           what the rows of tables state, where answers come from tables
    manifest.json          of a frozen kernel: a hash of each file, and where the kernel comes from

Source of the freezing: OaK paper, section 3. The folder's form is our own.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from entailed.errors import FunctionFileError, KernelFolderError, SchemaError
from entailed.oak.functions.check import example_faults, function_faults
from entailed.oak.functions.files import parse_function
from entailed.oak.functions.model import Function
from entailed.oak.functions.sandbox import Sandbox
from entailed.oak.graph.graph import Graph
from entailed.oak.graph.table_mapping import TableMapping, parse_mapping
from entailed.oak.schema.check import check_schema
from entailed.oak.schema.files import SchemaFile, parse_schema
from entailed.oak.schema.model import Schema

FORMAT_VERSION = 1
MANIFEST, SCHEMA, MAPPING, FUNCTIONS = "manifest.json", "schema.yaml", "mapping.yaml", "functions"
_MOST_FILES = 500
_LARGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a frozen kernel says of itself."""

    format_version: int
    files: Mapping[str, str]
    """SHA-256 of every other file, by its path in the folder."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """By what was measured."""
    models: Mapping[str, str] = field(default_factory=dict)
    """By what each did."""

    @property
    def kernel_sha256(self) -> str:
        """Names the kernel: of the hashes of its files."""
        return _sha256(json.dumps(dict(sorted(self.files.items()))).encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelParts:
    """What a kernel folder holds."""

    schema: Schema
    functions: Mapping[str, Function]
    mapping: TableMapping | None = None
    """Of the tables that answers come from."""


def read_draft(folder: Path) -> KernelParts:
    """Read a kernel that is being worked on, frozen or not.

    Raises:
        KernelFolderError: there is no such folder, or it holds something that is no part of a kernel.
        SchemaError: of the schema or the mapping.
        FunctionFileError: of the functions; it names the problems of the first file that has any.
    """
    return _parts(folder, _contents(folder))


def freeze(
    folder: Path,
    *,
    sandbox: Sandbox,
    graph: Graph | None = None,
    scores: Mapping[str, float] | None = None,
    models: Mapping[str, str] | None = None,
) -> Manifest:
    """Check a kernel's schema, by `check_schema`, and its functions, and freeze it over an earlier manifest if any.

    Args:
        folder: The kernel.
        sandbox: Where functions are checked.
        graph: Over which the examples of functions are run; they are not where None.
        scores: By what was measured.
        models: By what each did.

    Raises:
        SchemaError, FunctionFileError: of what does not pass its checks.
        KernelFolderError: as `read_draft`; `graph` is of another schema.
        DLCheckError: the schema is beyond what the reasoner takes.
    """
    contents = _contents(folder)
    parts = _parts(folder, contents)
    if graph is not None:
        require_schema(graph, parts.schema)
    _require_sound(_schema_file(folder, contents))
    for name, function in parts.functions.items():
        faults = function_faults(function, parts.schema, sandbox)
        if graph is not None and not faults:
            faults = example_faults(function, graph, sandbox)
        if faults:
            raise FunctionFileError(faults, source=str(folder / FUNCTIONS / f"{name}.py"))
    manifest = Manifest(
        format_version=FORMAT_VERSION,
        files={path: _sha256(content) for path, content in contents.items()},
        scores=dict(scores or {}),
        models=dict(models or {}),
    )
    _write(folder / MANIFEST, json.dumps({**asdict(manifest), "sha256": _seal(manifest)}, indent=1) + "\n")
    return manifest


def open_frozen(folder: Path) -> tuple[KernelParts, Manifest]:
    """Read a kernel that is as it was when it was frozen.

    Raises:
        KernelFolderError: it is not, or was never frozen.
    """
    contents = _contents(folder)
    manifest = _manifest(folder)
    for path in sorted(manifest.files.keys() | contents.keys()):
        if path not in contents:
            raise KernelFolderError(f"{folder}: {path} is missing. {_RESTORE}")
        if path not in manifest.files:
            raise KernelFolderError(f"{folder}: {path} was added after the kernel was frozen. {_RESTORE}")
        if _sha256(contents[path]) != manifest.files[path]:
            raise KernelFolderError(f"{folder}: {path} was changed after the kernel was frozen. {_RESTORE}")
    try:
        return _parts(folder, contents), manifest
    except (SchemaError, FunctionFileError) as error:
        raise KernelFolderError(f"{folder}: it was frozen by another version of this program. {error}") from error


def require_schema(graph: Graph, schema: Schema) -> None:
    """Refuse a graph of another schema.

    Raises:
        KernelFolderError: it is.
    """
    if graph.schema != schema:
        raise KernelFolderError(
            f"{graph.path}: this graph was built with another schema than the kernel's. Build it again."
        )


_RESTORE = "Restore it, or freeze the kernel again with `entailed kernel freeze`."


def _contents(folder: Path) -> dict[str, bytes]:
    """The files of a kernel other than the manifest, by path; read once, so that what is hashed is what is run."""
    if not folder.is_dir():
        what = "this is a file" if folder.exists() else "there is no such folder"
        raise KernelFolderError(f"{folder}: {what}. Name a folder with a {SCHEMA} and {FUNCTIONS}.")
    if not (folder / SCHEMA).is_file():
        raise KernelFolderError(f"{folder}: there is no {SCHEMA}. Is this the folder of a kernel?")
    found: dict[str, bytes] = {}
    for path in _files(folder):
        relative = path.relative_to(folder).as_posix()
        if path.is_symlink() or not (
            relative in (SCHEMA, MAPPING) or (path.parent == folder / FUNCTIONS and path.suffix == ".py")
        ):
            raise KernelFolderError(f"{folder}: {relative} is no part of a kernel. Take it out of the folder.")
        found[relative] = _read(path)
    return found


def _files(folder: Path) -> list[Path]:
    """All that is in a folder other than folders and the manifest; links are not followed."""
    found: list[Path] = []
    for base, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(base) / name).is_symlink()]
        found += [Path(base) / name for name in sorted([*names, *links])]
        if len(found) > _MOST_FILES:
            raise KernelFolderError(
                f"{folder}: it holds more than {_MOST_FILES} files. Is this the folder of a kernel?"
            )
    return [path for path in found if path != folder / MANIFEST]


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise KernelFolderError(f"{path}: {error.strerror}.") from error
    if len(content) > _LARGEST_FILE:
        raise KernelFolderError(f"{path}: it has more than {_LARGEST_FILE:,} bytes. Is this the right file?")
    return content


def _parts(folder: Path, contents: Mapping[str, bytes]) -> KernelParts:
    functions: dict[str, Function] = {}
    for path in sorted(contents.keys() - {SCHEMA, MAPPING}):
        name, text = Path(path).stem, _text(folder / path, contents[path])
        functions[name] = parse_function(text, name=name, source=str(folder / path))
    schema = _schema_file(folder, contents).schema
    mapping = None
    if MAPPING in contents:
        text = _text(folder / MAPPING, contents[MAPPING])
        mapping = parse_mapping(text, schema, source=str(folder / MAPPING))
    return KernelParts(schema=schema, functions=functions, mapping=mapping)


def _schema_file(folder: Path, contents: Mapping[str, bytes]) -> SchemaFile:
    path = folder / SCHEMA
    return parse_schema(_text(path, contents[SCHEMA]), source=str(path))


def _require_sound(file: SchemaFile) -> None:
    report = check_schema(file.schema)
    if report.faults:
        raise SchemaError([(file.line_of(fault.at), fault.message) for fault in report.faults], source=file.source)
    if not report.sound:
        left_open = f"whether it is sound was left open: {report.undecided}"
        raise KernelFolderError(f"{file.source}: {left_open} Ask `entailed kernel check --reasoner hermit`.")


def _text(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise KernelFolderError(f"{path}: it is not UTF-8. Save it as UTF-8.") from error


def _manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    if not path.exists():
        advice = "Freeze it with `entailed kernel freeze`, or take it as a draft (`--draft`)."
        raise KernelFolderError(f"{folder}: the kernel is not frozen. {advice}")
    try:
        stored: dict[str, Any] = json.loads(_read(path))
        seal = stored.pop("sha256")
        manifest = TypeAdapter(Manifest).validate_python(stored)
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError, ValidationError) as error:
        raise KernelFolderError(f"{path}: it is damaged. {_RESTORE}") from error
    if manifest.format_version != FORMAT_VERSION:
        version = manifest.format_version
        raise KernelFolderError(
            f"{path}: it has format {version}, and {FORMAT_VERSION} is read. Freeze the kernel again."
        )
    if seal != _seal(manifest):
        raise KernelFolderError(f"{path}: it was changed after the kernel was frozen. {_RESTORE}")
    return manifest


def _seal(manifest: Manifest) -> str:
    """Of all that a manifest says: it tells a change by mistake, and not one by somebody who wants to deceive."""
    return _sha256(json.dumps(asdict(manifest), sort_keys=True).encode())


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _write(path: Path, text: str) -> None:
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
