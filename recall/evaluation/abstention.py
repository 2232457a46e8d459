"""How well confidence tells questions that have an answer here from those that have none."""

from collections.abc import Sequence

import numpy as np

MOST_FALSE = 0.05


def auroc(*, answerable: Sequence[float], others: Sequence[float]) -> float | None:
    """The chance that an answerable question gets the higher confidence; ties count half.

    None where either kind is missing.
    """
    if not answerable or not others:
        return None
    above, below = np.asarray(answerable, np.float64), np.sort(np.asarray(others, np.float64))
    lower = np.searchsorted(below, above, side="left")
    not_higher = np.searchsorted(below, above, side="right")
    return float((lower + not_higher).mean() / 2 / len(below))


def coverage(
    *, answerable: Sequence[float], others: Sequence[float], most_false: float = MOST_FALSE
) -> float | None:
    """The share of answerable questions above a threshold that at most `most_false` of the
    others reach: what could be answered at that price."""
    if not answerable or not others:
        return None
    highest = np.sort(np.asarray(others, np.float64))[::-1]
    may_pass = int(most_false * len(highest))
    threshold = highest[may_pass]  # this one must stay below
    return float((np.asarray(answerable, np.float64) > threshold).mean())
