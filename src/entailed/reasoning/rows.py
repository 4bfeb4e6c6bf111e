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
        """Group an array of shape (rows, 1 + columns) by its first column, in order and with equal rows once."""
        key, *columns = _ordered(list(rows.T))
        return cls(_starts(key, keys), tuple(columns))

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.columns[0])

    @property
    def keys(self) -> IntArray:
        """The key of every row; shape (rows,). Made anew each time."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))

    def array(self) -> IntArray:
        """Shape (rows, 1 + columns): the key and the columns of every row."""
        return np.stack([self.keys, *self.columns], axis=1)

    def first(self, keys: int) -> "Rows":
        """The rows of the first so many keys; nothing is copied."""
        starts = self.starts[: keys + 1]
        return Rows(starts, tuple(column[: starts[-1]] for column in self.columns))

    def where(self, kept: NDArray[np.bool_]) -> "Rows":
        """The rows that a mask of shape (rows,) keeps; keys keep their numbers."""
        if kept.all():
            return self
        dropped = np.flatnonzero(~kept)
        starts = self.starts - np.searchsorted(dropped, self.starts)
        return Rows(starts, tuple(column[kept] for column in self.columns))

    def distinct(self) -> "Rows":
        """Equal rows once, of rows that lie one after the other where they are equal."""
        changed = _changed(self.columns)
        changed[self.starts[:-1][np.diff(self.starts) > 0]] = True
        return self.where(changed)

    def of(self, key: int, column: int = 0) -> IntArray:
        """One column of the rows of one key."""
        return self.columns[column][self.starts[key] : self.starts[key + 1]]

    def positions(self, keys: IntArray) -> NDArray[np.int64]:
        """Where the rows of several keys are, one after the other."""
        starts = self.starts[keys]
        return spread(starts, self.starts[keys + 1] - starts)


def spread(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of ranges, given where each starts and how long it is, one range after the other."""
    ends = np.cumsum(lengths)
    shift = np.repeat(starts - ends + lengths, lengths)
    at: NDArray[np.int64] = np.arange(len(shift)) + shift
    return at


def grouped(rows: IntArray, keys: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Starts and distinct rows, in order and without their key, of rows that begin with it."""
    key, *columns = _ordered(list(rows.T))
    return _starts(key, keys), np.stack(columns, axis=1).astype(np.int32)


def distinct(numbers: IntArray) -> IntArray:
    """Distinct numbers, in order.

    By sorting: `np.unique` and what is built on it hash since NumPy 2.3, which takes forty times as long.
    """
    ordered = np.sort(numbers)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def _ordered(columns: Sequence[IntArray]) -> list[IntArray]:
    """The columns of rows of numbers from 0 on, in lexicographic order and with equal rows once."""
    bits = [int(column.max(initial=0)).bit_length() for column in columns]
    if sum(bits) > 64:
        order = np.lexsort(columns[::-1])
        return _once([column[order] for column in columns])
    # Packed into one number each, because sorting these takes a tenth of the time of sorting rows.
    packed = np.zeros(len(columns[0]), np.uint64)
    for column, width in zip(columns, bits, strict=True):
        packed <<= np.uint64(width)
        np.bitwise_or(packed, column, out=packed, casting="unsafe", dtype=np.uint64)  # `out`: no copies
    packed.sort()
    ordered: list[IntArray] = []
    for width in reversed(bits):
        found: IntArray = np.empty(len(packed), columns[0].dtype)
        np.bitwise_and(packed, np.uint64((1 << width) - 1), out=found, casting="unsafe", dtype=np.uint64)
        ordered.append(found)
        packed >>= np.uint64(width)
    return _once(ordered[::-1])


def _once(columns: list[IntArray]) -> list[IntArray]:
    """The rows of columns, equal ones that follow each other once."""
    changed = _changed(columns)
    return columns if changed.all() else [column[changed] for column in columns]


def _changed(columns: Sequence[IntArray]) -> NDArray[np.bool_]:
    """Whether each row differs from the one before it; the first does."""
    changed = np.zeros(len(columns[0]), np.bool_)
    changed[:1] = True
    for column in columns:
        changed[1:] |= column[1:] != column[:-1]
    return changed


def _starts(keys: IntArray, count: int) -> NDArray[np.int64]:
    """Where the rows of each of `count` keys begin, and where the last one's end."""
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=count), out=starts[1:])
    return starts
