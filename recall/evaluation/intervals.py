"""Means with the interval that the questions' number allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

RESAMPLES = 2_000
SEED = 20_240_601
_WITHIN = (2.5, 97.5)


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval; `count` questions stand behind it."""

    value: float
    low: float
    high: float
    count: int

    def as_json(self) -> dict[str, float]:
        """For a file."""
        return {
            "value": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "count": self.count,
        }


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean, by the percentile bootstrap over questions (Efron 1979); None of no questions.

    Seeded, so that the same values always get the same interval. For a difference of two systems
    give the differences: the questions are then resampled in pairs.
    """
    if not values:
        return None
    data = np.asarray(values, np.float64)
    means = _resamples(len(data)) @ data
    low, high = np.percentile(means, _WITHIN)
    return Estimate(float(data.mean()), float(low), float(high), len(data))


@lru_cache(maxsize=8)
def _resamples(count: int) -> np.ndarray:
    """How often each of `count` questions is drawn in each resample, as weights of a mean."""
    generator = np.random.default_rng(SEED)
    return generator.multinomial(count, np.full(count, 1 / count), size=RESAMPLES) / count
