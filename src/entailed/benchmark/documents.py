"""A corpus of documents as JSON lines, `{"id": …, "title": …, "text": …}`, and searching it."""

import json
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from entailed.benchmark.hybrid_index import HybridIndex
from entailed.errors import ReadError
from entailed.search import Encoder

_MAX_LINE = 1_000_000
"""Bytes."""
_ADVICE = 'Write one object a line: {"id": "…", "title": "…", "text": "…"}.'


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A snippet of text."""

    id: str
    title: str
    """"" where it has none."""
    text: str

    @property
    def shown(self) -> str:
        """As it is searched and shown."""
        return f"{self.title}. {self.text}" if self.title else self.text


class DocumentSearch:
    """Finds documents by text. Safe to share between threads."""

    def __init__(
        self,
        path: Path,
        cache: Path,
        *,
        encoder: Encoder | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Open the search, whose index is built first where the cache does not hold it.

        Args:
            path: JSON lines.
            cache: A folder for the index.
            encoder: Such as MedCPT, which then ranks alone, as in MedRAG's setting; None for BM25.
            progress: Told how many documents of how many are encoded.

        Raises:
            ReadError: The file cannot be read, holds no documents, or a line is none.
        """
        self.notice = "" if encoder else "There is no encoder: documents are found by BM25."
        """What a report should say of the retrieval."""
        self._documents = _DocumentFile(path)
        self._index = HybridIndex(cache, self._documents, encoder=encoder, by_meaning_alone=True, progress=progress)

    def best(self, query: str, count: int) -> tuple[Document, ...]:
        """The documents that match best, best first."""
        return tuple(self._documents.document(number) for number in self._index.best(query)[:count])


class _DocumentFile(Sequence[str]):
    """The documents as text, read from the file when asked for: a corpus can be larger than memory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._starts = array("q")
        try:
            with path.open("rb") as file:
                start = 0
                for number, line in enumerate(iter(lambda: file.readline(_MAX_LINE + 1), b""), 1):
                    if line.strip():
                        self._read(line, number)
                        self._starts.append(start)
                    start += len(line)
        except OSError as error:
            raise ReadError(f"it cannot be read: {error.strerror}.", source=str(path)) from error
        if not self._starts:
            raise ReadError("there are no documents in it.", source=str(path), advice=_ADVICE)

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> str:  # type: ignore[override]  # slices are not needed
        return self.document(number).shown

    def __iter__(self) -> Iterator[str]:
        return (self[number] for number in range(len(self)))

    def document(self, number: int) -> Document:
        with self._path.open("rb") as file:
            file.seek(self._starts[number])
            return self._read(file.readline(), number)

    def _read(self, line: bytes, number: int) -> Document:
        try:
            if len(line) > _MAX_LINE:
                raise ValueError(f"it is longer than {_MAX_LINE:,} bytes")
            match json.loads(line):
                case {"id": str(id_), "text": str(text), **rest} if text.strip():
                    return Document(id=id_, title=_title(rest.get("title")), text=text)
            raise ValueError("it is no object with the texts `id` and `text`")
        except (ValueError, RecursionError) as error:
            raise ReadError(f"{error}.", source=str(self._path), line=number, advice=_ADVICE) from error


def _title(value: Any) -> str:
    if value is not None and not isinstance(value, str):
        raise ValueError("its `title` is no text")
    return value or ""
