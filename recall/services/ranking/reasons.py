"""Why a candidate stands where it stands: what its sum is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Feature:
    """`adds` is value × weight."""

    value: float
    weight: float
    adds: float


@dataclass(frozen=True)
class Reasons:
    """The features, and `asked_for`: what recency and kind add because the question wants them.

    `total` is the sum of all that is added; the score is its chance, in the order never above that
    of what stands before. Empty where nothing was weighed: the newest events have no features.
    """

    features: Mapping[str, Feature] = field(default_factory=dict)
    asked_for: Mapping[str, float] = field(default_factory=dict)
    total: float | None = None

    def represent(self) -> dict[str, Any]:
        """As `explain` shows it, to four decimals."""
        return {
            "features": {
                name: {
                    "value": round(one.value, 4),
                    "weight": round(one.weight, 4),
                    "adds": round(one.adds, 4),
                }
                for name, one in self.features.items()
            },
            "asked_for": {name: round(added, 4) for name, added in self.asked_for.items()},
            "sum": None if self.total is None else round(self.total, 4),
        }
