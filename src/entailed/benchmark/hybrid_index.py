"""Texts found by their words (BM25) and by their meaning (embeddings), as the retrieval baselines find theirs."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from entailed.search import Encoder, TextIndex, VectorIndex, reciprocal_rank_fusion, words

_POOL = 200
"""Texts of each ranking that are fused."""


class HybridIndex:
    """Texts numbered from 0. Safe to share between threads."""

    def __init__(
        self,
        cache: Path,
        texts: Sequence[str],
        *,
        encoder: Encoder | None = None,
        by_meaning_alone: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Open the index of these texts, which is built first where the cache does not hold it.

        Args:
            cache: A folder; what is in it is named by a hash of the texts.
            texts: At least one.
            encoder: None to go by words alone.
            by_meaning_alone: Leave BM25 out where there is an encoder.
            progress: Told how many texts of how many are encoded.
        """
        folder = cache / _hash(texts)
        folder.mkdir(parents=True, exist_ok=True)
        self._encoder = encoder
        self._vectors = self._words = None
        if encoder is not None:
            path = folder / f"{encoder.identity}.npy"
            report = progress or (lambda done, total: None)
            if not path.exists():
                _build(
                    path,
                    lambda beside: VectorIndex.build(
                        beside, texts, encoder.encode_documents, lambda done: report(done, len(texts))
                    ),
                )
            self._vectors = VectorIndex(path)
        if self._vectors is None or not by_meaning_alone:
            path = folder / "bm25"
            if not path.exists():
                _build(path, lambda beside: TextIndex.build(beside, map(words, texts)))
            self._words = TextIndex(path)

    def best(self, query: str) -> list[int]:
        """Up to a few hundred texts, best first: one ranking, or both by reciprocal rank fusion."""
        rankings: list[list[int]] = []
        if self._words is not None:
            rankings.append([hit.document for hit in self._words.best(words(query), _POOL)])
        if self._vectors is not None and self._encoder is not None:
            rankings.append(self._vectors.best(self._encoder.encode_query(query), _POOL))
        return rankings[0] if len(rankings) == 1 else reciprocal_rank_fusion(rankings)


def _hash(texts: Sequence[str]) -> str:
    found = hashlib.sha256()
    for text in texts:
        data = text.encode()
        found.update(b"%d " % len(data))
        found.update(data)
    return found.hexdigest()[:32]


def _build(target: Path, write: Callable[[Path], None]) -> None:
    """Write beside the place and rename into it, so that a run that is killed leaves nothing half made."""
    with TemporaryDirectory(prefix=".building-", dir=target.parent) as beside:
        made = Path(beside) / target.name
        write(made)
        try:
            made.rename(target)
        except OSError:
            if not target.exists():  # otherwise another process was first
                raise
