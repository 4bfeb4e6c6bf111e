"""All names of all entities, on disk, and the search for the one entity a name stands for."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from entailed.reasoning.rows import IntArray, Rows
from entailed.search import Builds, TextIndex, begin_text_index, words_and_trigrams
from entailed.service.arrays import map_array
from entailed.service.spelling import fold, normalise
from entailed.service.strings import StringTable
from entailed.service.vocabulary import NameSource


class Name(NamedTuple):
    """One name of one entity."""

    entity: int
    text: str
    source: NameSource


class NameTable:
    """The names of the classes, or of the object properties, of an ontology."""

    def __init__(self, folder: Path) -> None:
        """Open the table that `write` made.

        Raises:
            OSError: A file is missing.
            ValueError: A file is damaged.
        """
        self._keys = StringTable.open(folder / "keys")
        self._starts: NDArray[np.int64] = map_array(folder / "starts.npy")
        self._texts = StringTable.open(folder / "texts")
        self._entities: NDArray[np.int32] = map_array(folder / "entities.npy")
        self._sources: NDArray[np.int8] = map_array(folder / "sources.npy")
        self._search = TextIndex(folder / "search")

    @staticmethod
    def write(folder: Path, names: Iterable[Name], builds: Builds) -> None:
        """Write a table into a folder, which is created; it is whole once the builds are over."""
        folder.mkdir(parents=True)
        # Text has the same order as its UTF-8 bytes, by which a key is found.
        rows = sorted({(fold(name.text), name.entity, name.source, name.text) for name in names})
        times = Counter(key for key, *_ in rows)
        np.save(folder / "starts.npy", np.cumsum([0, *times.values()], dtype=np.int64))
        StringTable.write(folder / "keys", times)
        StringTable.write(folder / "texts", (text for *_, text in rows))
        np.save(folder / "entities.npy", np.array([entity for _, entity, _, _ in rows], dtype=np.int32))
        np.save(folder / "sources.npy", np.array([source for _, _, source, _ in rows], dtype=np.int8))
        begin_text_index(builds, folder / "search", (text for *_, text in rows), "words_and_trigrams")

    def __len__(self) -> int:
        return len(self._texts)

    def named(self, text: str) -> list[Name]:
        """The names equal to a text after normalisation and case folding."""
        key = self._keys.find(fold(text))
        if key is None:
            return []
        return [self._name(row) for row in range(self._starts[key], self._starts[key + 1])]

    def of(self, entity: int) -> list[Name]:
        """The names of an entity."""
        return [self._name(row) for row in self._rows_by_entity.of(entity).tolist()]

    @cached_property
    def _rows_by_entity(self) -> Rows:
        rows: IntArray = np.column_stack((self._entities, np.arange(len(self), dtype=np.int32)))
        return Rows.sorted(rows, int(self._entities.max(initial=-1)) + 1)

    def holds(self, folded: str) -> bool:
        """Whether some name is equal to an already folded text."""
        return self._keys.find(folded) is not None

    def close_to(self, text: str, pool: int) -> list[Name]:
        """The names that share most words and parts of words with a text, by BM25, best first."""
        return [self._name(hit.document) for hit in self._search.best(words_and_trigrams(text), pool)]

    def _name(self, row: int) -> Name:
        return Name(int(self._entities[row]), self._texts[row], NameSource(int(self._sources[row])))


def same_case(first: str, second: str) -> bool:
    """Whether two names agree in case too, once normalised."""
    return normalise(first) == normalise(second)
