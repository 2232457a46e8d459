"""Counts that end somewhere, so that a page answers at once however much there is."""

from dataclasses import dataclass
from typing import Any

MOST_COUNTED = 1_000


@dataclass(frozen=True)
class Some:
    """So many; with `more`, and others that were not counted. As a page writes it: "1,000+"."""

    count: int
    more: bool = False

    def __str__(self) -> str:
        return f"{self.count:,}{'+' if self.more else ''}"

    def __bool__(self) -> bool:
        return self.count > 0


def some(count: int) -> Some:
    """Of a count that went one beyond MOST_COUNTED at most."""
    return Some(min(count, MOST_COUNTED), more=count > MOST_COUNTED)


def some_of(rows: Any) -> Some:
    """How many rows of a queryset of one workspace there are, as far as they are counted.

    By id, so that an index leads to them: without an order the planner reads the table from its
    beginning, where other workspaces' rows are.
    """
    return some(rows.order_by("id")[: MOST_COUNTED + 1].count())
