"""Rows grouped by their first column: one array of starts, one array for each further column."""

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
        """Group an array of shape (rows, 1 + columns) by its first column, in order and with equal rows once."""
        rows = rows[np.lexsort(rows.T[::-1])]
        rows = rows[np.append(True, (rows[1:] != rows[:-1]).any(axis=1))] if len(rows) else rows
        starts = np.zeros(keys + 1, np.int64)
        np.cumsum(np.bincount(rows[:, 0], minlength=keys), out=starts[1:])
        return cls(starts, tuple(np.ascontiguousarray(rows[:, k]) for k in range(1, rows.shape[1])))

    def turned_round(self, keys: int, by_column: int = 0) -> "Rows":
        """The same rows grouped by one of the columns instead, the old key taking that column's place."""
        old_keys = np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))
        columns = [old_keys if k == by_column else column for k, column in enumerate(self.columns)]
        order = np.argsort(self.columns[by_column], kind="stable")
        starts = np.zeros(keys + 1, np.int64)
        np.cumsum(np.bincount(self.columns[by_column], minlength=keys), out=starts[1:])
        return Rows(starts, tuple(np.ascontiguousarray(column[order]) for column in columns))

    def between(self, kept: NDArray[np.bool_]) -> "Rows":
        """The rows of one column whose key and value are both kept; keys keep their numbers."""
        keys = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        rows = kept[keys] & kept[self.columns[0]]
        starts = np.zeros_like(self.starts)
        np.cumsum(np.bincount(keys[rows], minlength=len(starts) - 1), out=starts[1:])
        return Rows(starts, (self.columns[0][rows],))

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


def grouped(rows: IntArray, keys: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Starts and distinct rows, in order and without their key, of rows that begin with it."""
    ordered = np.unique(rows, axis=0)
    starts = np.zeros(keys + 1, np.int64)
    np.cumsum(np.bincount(ordered[:, 0], minlength=keys), out=starts[1:])
    return starts, np.ascontiguousarray(ordered[:, 1:].astype(np.int32))
