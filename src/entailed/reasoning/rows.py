"""Rows grouped by their first column: one array of starts, one array for each further column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

IntArray: TypeAlias = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows over the keys 0 … n - 1; those of key k are at `starts[k]:starts[k + 1]` of every column."""

    starts: NDArray[np.int64]
    """Shape (n + 1,)."""
    columns: tuple[IntArray, ...]
    """Each of shape (rows,)."""

    @classmethod
    def sorted(cls, rows: IntArray, keys: int) -> "Rows":
        """Group an array of shape (rows, 1 + columns) by its first column, ordering equal keys by the others."""
        order = np.lexsort(rows.T[::-1])
        starts = np.zeros(keys + 1, np.int64)
        np.cumsum(np.bincount(rows[:, 0], minlength=keys), out=starts[1:])
        return cls(starts, tuple(np.ascontiguousarray(rows[order, k]) for k in range(1, rows.shape[1])))

    def turned_round(self, keys: int, by_column: int = 0) -> "Rows":
        """The same rows grouped by one of the columns instead, the old key taking that column's place."""
        old_keys = np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))
        columns = [old_keys if k == by_column else column for k, column in enumerate(self.columns)]
        order = np.argsort(self.columns[by_column], kind="stable")
        starts = np.zeros(keys + 1, np.int64)
        np.cumsum(np.bincount(self.columns[by_column], minlength=keys), out=starts[1:])
        return Rows(starts, tuple(np.ascontiguousarray(column[order]) for column in columns))

    def of(self, key: int, column: int = 0) -> IntArray:
        """One column of the rows of one key."""
        return self.columns[column][self.starts[key] : self.starts[key + 1]]

    def positions(self, keys: IntArray) -> NDArray[np.int64]:
        """Where the rows of several keys are, one after the other."""
        starts = self.starts[keys]
        lengths = self.starts[keys + 1] - starts
        ends = np.cumsum(lengths)
        shift = np.repeat(starts - ends + lengths, lengths)
        at: NDArray[np.int64] = np.arange(len(shift)) + shift
        return at


def grouped(rows: Sequence[tuple[int, ...]], keys: int, columns: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Starts and rows (as one array of shape (distinct rows, columns)) of tuples that begin with their key."""
    if not rows:
        return np.zeros(keys + 1, np.int64), np.zeros((0, columns), np.int32)
    array = np.unique(np.array(rows, dtype=np.int64), axis=0)
    starts = np.zeros(keys + 1, np.int64)
    np.cumsum(np.bincount(array[:, 0], minlength=keys), out=starts[1:])
    return starts, np.ascontiguousarray(array[:, 1:].astype(np.int32))
