"""Leaves out what does not hold, and counts it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.services.arrays import bigints

# What each standing or admission that keeps an observation out of recall is counted as.
_OMITTED = {
    "withdrawn": "withdrawn",
    "corrected": "superseded",
    "superseded": "superseded",
    "withheld": "withheld",
    "quarantined": "withheld",
}
# LIMIT keeps the planner from reading all standings to join them with a few hundred candidates.
# Few have a standing, or came other than admitted: only these are of interest.
_NOW = """
SELECT o.position, now.standing, coalesce(now.admission, o.admission), NULL FROM observation o
LEFT JOIN LATERAL (
  SELECT standing, admission FROM current_standing c
  WHERE c.workspace_id = o.workspace_id AND c.observation_id = o.id LIMIT 1
) AS now ON true
WHERE o.workspace_id = %(workspace)s AND o.position = ANY(%(positions)s::bigint[])
AND (now.standing IS NOT NULL OR o.admission <> 'admitted')
"""
# Whatever held then: what is held back now is told to nobody.
_THEN = """
SELECT o.position, past.standing, coalesce(past.admission, o.admission), now.admission FROM observation o
LEFT JOIN LATERAL (
  SELECT standing, admission FROM standing_event e
  WHERE e.workspace_id = o.workspace_id AND e.observation_id = o.id AND e.at <= %(as_of)s
  ORDER BY e.position DESC LIMIT 1
) AS past ON true
LEFT JOIN LATERAL (
  SELECT admission FROM current_standing c
  WHERE c.workspace_id = o.workspace_id AND c.observation_id = o.id LIMIT 1
) AS now ON true
WHERE o.workspace_id = %(workspace)s AND o.position = ANY(%(positions)s::bigint[])
AND (past.standing IS NOT NULL OR now.admission IS NOT NULL OR o.admission <> 'admitted')
"""


def omissions(*, positions: Iterable[int], as_of: datetime | None) -> dict[int, str]:
    """Of the observations at these ledger positions those that recall leaves out, by position:
    what each is counted as.

    As they stand now or, with `as_of`, as they stood at that recording time. Inside the workspace.
    """
    values: dict[str, Any] = {
        "workspace": current_workspace(),
        "positions": bigints(positions),
        "as_of": as_of,
    }
    return {
        position: reason
        for position, *held in fetch(_NOW if as_of is None else _THEN, values)
        if (reason := _reason(*held))
    }


def standings_at(*, positions: Iterable[int], as_of: datetime) -> dict[int, str]:
    """How the observations at these ledger positions stood at that recording time; without any
    standing event by then an observation is left out: it was as reported. Inside the workspace."""
    values: dict[str, Any] = {
        "workspace": current_workspace(),
        "positions": bigints(positions),
        "as_of": as_of,
    }
    return {row[0]: row[1] for row in fetch(_THEN, values) if row[1]}


def show_as_stood(
    items: Sequence[dict[str, Any]], *, positions: Sequence[int], as_of: datetime | None
) -> None:
    """With `as_of`, each item, of the observation at its ledger position, shows where it stood then."""
    if as_of is None:
        return
    then = standings_at(positions=positions, as_of=as_of)
    for position, item in zip(positions, items, strict=True):
        item["standing"] = then.get(position, "reported")


def _reason(standing: str | None, admission: str, now: str | None) -> str | None:
    """What holds it back now, else how it stood, else how it was admitted."""
    return _OMITTED.get(now or "") or _OMITTED.get(standing or "") or _OMITTED.get(admission)
