"""Many strings on disk: one file of UTF-8, one array of where each begins. Opened without reading them all."""

import mmap
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from entailed.service.arrays import map_array


class StringTable(Sequence[str]):
    """Strings by number, decoded when asked for."""

    def __init__(self, starts: NDArray[np.int64], data: "bytes | mmap.mmap") -> None:
        self._starts = memoryview(starts)  # type: ignore[arg-type]  # its items are Python integers, at a third the cost
        self._data = data

    def __len__(self) -> int:
        return len(self._starts) - 1

    def bytes_of(self, number: int) -> bytes:
        """A string as UTF-8."""
        return self._data[self._starts[number] : self._starts[number + 1]]

    def __getitem__(self, number: int) -> str:  # type: ignore[override]  # slices are not needed
        return self.bytes_of(number).decode()

    def find(self, text: str) -> int | None:
        """The number of a string in a table that is sorted by UTF-8 bytes, or None."""
        wanted = text.encode(errors="surrogatepass")  # half a character is in no table, and no reason to fail
        at = bisect_left(range(len(self)), wanted, key=self.bytes_of)
        return at if at < len(self) and self.bytes_of(at) == wanted else None

    @staticmethod
    def write(path: Path, strings: Iterable[str]) -> None:
        """Write `path`.utf8 and `path`.npy."""
        lengths = [0]
        with path.with_suffix(".utf8").open("wb") as file:
            lengths.extend(file.write(text.encode()) for text in strings)
        np.save(path.with_suffix(".npy"), np.cumsum(lengths, dtype=np.int64))

    @classmethod
    def open(cls, path: Path) -> "StringTable":
        """Map the two files that `write` made.

        Raises:
            OSError: A file is missing.
            ValueError: The files do not belong together.
        """
        starts = map_array(path.with_suffix(".npy"))
        with path.with_suffix(".utf8").open("rb") as file:
            size = file.seek(0, 2)
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        if starts.ndim != 1 or len(starts) == 0 or int(starts[-1]) != size:
            raise ValueError(f"{path.name}: {size} bytes where {int(starts[-1]) if len(starts) else 'some'} are due")
        return cls(starts, data)
