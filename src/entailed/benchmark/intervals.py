"""Bootstrap intervals of shares, and of the difference that two systems make on the same questions."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

RESAMPLES = 10_000
SEED = 0
"""The same data give the same interval."""


class Estimate(NamedTuple):
    """A mean with its 95 % interval, as fractions: of 1 for a share, from -1 to 1 for a difference."""

    mean: float
    low: float
    high: float


def mean_interval(values: Sequence[float]) -> Estimate | None:
    """The mean and its percentile bootstrap interval; None without values.

    Questions are resampled, so that the interval speaks of other questions made in the same way. Where all values are
    equal, so are all resamples: the interval is then a point, which does not mean certainty.

    Source: Efron and Tibshirani (1993), "An Introduction to the Bootstrap", chapter 13.
    """
    if not values:
        return None
    # Drawing n of n values with replacement is drawing how often each distinct value comes: there are two or three.
    distinct, times = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    drawn = np.random.default_rng(SEED).multinomial(len(values), times / len(values), RESAMPLES)
    means = drawn @ distinct / len(values)
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(float(distinct @ times / len(values)), float(low), float(high))


def paired_difference(first: Sequence[float], second: Sequence[float]) -> Estimate | None:
    """By how much the first exceeds the second on the same questions, in the same order.

    Raises:
        ValueError: The two are not of the same length.
    """
    return mean_interval([one - other for one, other in zip(first, second, strict=True)])
