"""The documents of a corpus: text files of a folder, read within bounds."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from entailed.errors import KernelError

SUFFIXES = (".md", ".rst", ".text", ".txt")
"""Of files that are read as text. Tables are mapped (`table_mapping`), not read by a model."""
LARGEST_DOCUMENT = 10_000_000
"""Bytes."""
MOST_DOCUMENTS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text and the name that sources give it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What was found in a folder."""

    documents: tuple[Document, ...]
    """By name."""
    left_out: Mapping[str, int]
    """Files that are no documents, counted by why."""


def read_corpus(path: Path, *, tables: Collection[str] = ()) -> Corpus:
    """Read one text file, or those of a folder and of the folders in it; hidden ones and links are passed over.

    Args:
        path: A file or a folder.
        tables: Files of the folder that are mapped, and are no documents; beside them there need not be any.

    Raises:
        KernelError: there is nothing at the path, no document in it, or more than there may be.
    """
    if tables and not path.is_dir():
        raise KernelError(f"{path}: tables are mapped, and looked for in a folder. Name the folder that holds them.")
    if not path.exists():
        raise KernelError(f"{path}: there is no such file or folder. Name a text file, or a folder of them.")
    root, files = (path, sorted(_files(path))) if path.is_dir() else (path.parent, [path])
    documents: list[Document] = []
    left_out: Counter[str] = Counter()
    mapped = {(root / table).resolve() for table in tables}
    for file in files:
        if file.resolve() in mapped:
            continue
        text = _text(file)
        if isinstance(text, _LeftOut):
            left_out[text.why] += 1
        elif len(documents) == MOST_DOCUMENTS:
            raise KernelError(f"{path}: there are more than {MOST_DOCUMENTS:,} documents. Split the folder.")
        else:
            documents.append(Document(name=file.relative_to(root).as_posix(), text=text))
    if not documents and not tables:
        found = "; ".join(f"{count:,} with {why}" for why, count in left_out.items()) or "it is empty"
        raise KernelError(f"{path}: no document ({found}). Documents are UTF-8 texts in {', '.join(SUFFIXES)}.")
    return Corpus(documents=tuple(documents), left_out=dict(left_out))


@dataclass(frozen=True, slots=True)
class _LeftOut:
    why: str


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.is_file():
            yield path


def _text(path: Path) -> str | _LeftOut:
    if path.suffix.lower() not in SUFFIXES:
        return _LeftOut("another suffix")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_DOCUMENT + 1)
        if len(content) > LARGEST_DOCUMENT:
            return _LeftOut(f"more than {LARGEST_DOCUMENT:,} bytes")
        # Positions are those of the text as a reader sees it: one character for each end of a line.
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        return _LeftOut(f"an error: {error.strerror}")
    except UnicodeDecodeError:
        return _LeftOut("another encoding than UTF-8")
    return text if text.strip() else _LeftOut("no text")
