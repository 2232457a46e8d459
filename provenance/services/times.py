"""Times as the contract writes them."""

from datetime import UTC, datetime


def instant(at: datetime | None) -> str | None:
    """RFC 3339 in UTC with microseconds and a Z; None stays None."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
