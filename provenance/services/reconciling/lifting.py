"""How much a standing takes away: what a plan does never gives any of that back."""

_WEIGHT = {"uncertain": 2, "withdrawn": 3, "corrected": 1, "superseded": 1}


def lifts(before: str, after: str) -> bool:
    """True where the change would let hold what is withdrawn, in doubt, or replaced (P9)."""
    return _WEIGHT.get(after, 0) < _WEIGHT.get(before, 0)
