"""Long lists of ledger positions as one value: a parameter for each would cost more than the query."""

from collections.abc import Iterable


def bigints(positions: Iterable[int]) -> str:
    """The positions as PostgreSQL writes a `bigint[]`, in order: it looks them up in order."""
    return "{" + ",".join(map(str, sorted(positions))) + "}"
