"""One ranking made of several."""

from collections import defaultdict
from collections.abc import Iterable, Sequence


def reciprocal_rank_fusion(rankings: Iterable[Sequence[int]], *, k: int = 60) -> list[int]:
    """Documents by the sum of 1 / (k + rank) over the rankings that hold them, best first; equal ones by number.

    Args:
        rankings: Documents by number, best first, each once in a ranking.
        k: How little the first ranks differ from those that follow.

    Source: Cormack, Clarke and Büttcher (2009), "Reciprocal Rank Fusion Outperforms Condorcet and Individual Rank
    Learning Methods".

    >>> reciprocal_rank_fusion([[3, 1, 2], [1, 4]])
    [1, 3, 4, 2]
    """
    scores: defaultdict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, document in enumerate(ranking, 1):
            scores[document] += 1 / (k + rank)
    return sorted(scores, key=lambda document: (-scores[document], document))
