"""Exact search among vectors on disk."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float32]

_BATCH = 64
"""Texts that are encoded together."""


class VectorIndex:
    """Vectors of documents numbered from 0. Safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """Map the file that `build` made.

        Raises:
            OSError: There is no such file.
            ValueError: It holds no vectors.
        """
        self._vectors: FloatArray = np.load(path, mmap_mode="r")

    @staticmethod
    def build(
        path: Path,
        texts: Sequence[str],
        encode: Callable[[Sequence[str]], FloatArray],
        progress: Callable[[int], None],
    ) -> None:
        """Write the vectors of texts.

        Args:
            path: Of the file.
            texts: At least one.
            encode: From n texts to an array of shape (n, dimensions).
            progress: Told how many texts are done.
        """
        # By length, so that texts of one batch are padded little.
        order = sorted(range(len(texts)), key=lambda number: (len(texts[number]), number))
        shape = (len(texts), encode([texts[0]]).shape[1])
        vectors = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            vectors[batch] = encode([texts[number] for number in batch])
            progress(start + len(batch))
        vectors.flush()

    def best(self, query: FloatArray, count: int) -> list[int]:
        """The documents with the largest dot product, best first, equal ones by number."""
        scores = self._vectors @ query
        if count < len(scores):
            least = np.partition(scores, -count)[-count]
            found = np.flatnonzero(scores >= least)
        else:
            found = np.arange(len(scores))
        ranked = found[np.argsort(-scores[found], kind="stable")]
        return [int(number) for number in ranked[:count]]
