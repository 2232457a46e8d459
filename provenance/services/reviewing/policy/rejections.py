"""How often which rule refused something: of a refusal nothing else is kept."""

from dataclasses import dataclass
from datetime import datetime

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace

# So many of the workspace's last receipts are counted.
LOOKED_THROUGH = 20_000

_COUNTS = """
WITH newest AS (
  SELECT outcome, rule, at FROM receipt WHERE workspace_id = %(here)s
  ORDER BY id DESC LIMIT %(most)s)
SELECT rule, count(*), max(at) FROM newest WHERE outcome = 'rejected' GROUP BY rule
UNION ALL SELECT NULL, count(*), min(at) FROM newest
"""


@dataclass(frozen=True, kw_only=True)
class Rejected:
    """A rule, how often it refused, and when last."""

    rule: str
    count: int
    last: datetime


@dataclass(frozen=True, kw_only=True)
class Rejections:
    """By rule, the most frequent first. `since`: the oldest receipt that was looked at; None where
    there are no more than these."""

    rules: tuple[Rejected, ...]
    since: datetime | None


def rejections_by_rule() -> Rejections:
    """Counts the refusals among the last LOOKED_THROUGH receipts. Inside the workspace."""
    rows = fetch(_COUNTS, {"here": current_workspace(), "most": LOOKED_THROUGH})
    ((_, looked_at, oldest),) = [row for row in rows if row[0] is None]
    rules = [Rejected(rule=rule, count=n, last=at) for rule, n, at in rows if rule is not None]
    return Rejections(
        rules=tuple(sorted(rules, key=lambda one: (-one.count, one.rule))),
        since=oldest if looked_at == LOOKED_THROUGH else None,
    )
