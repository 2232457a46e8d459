"""How far a person has looked: moved on when they say so, and never by reading alone."""

from datetime import datetime
from typing import NamedTuple

from provenance.database.prepared import fetch, run
from provenance.database.tenancy import current_workspace, workspace
from provenance.models import LastLook
from provenance.models.ids import uuid7
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants


class Place(NamedTuple):
    """A place in the chronicle: the last event that was there to see, and the first transaction
    that had not ended by then. What was being written has a lower position, maybe, and that
    transaction or a later one."""

    position: int
    transaction: int


_HERE = """
SELECT coalesce((SELECT position FROM chronicle_event WHERE workspace_id = %(here)s
                 ORDER BY position DESC LIMIT 1), 0),
       pg_snapshot_xmin(pg_current_snapshot())::text::bigint
"""
# Never back, and never beyond what there is: the place comes from a form.
_MOVE = """
INSERT INTO last_look AS l (id, workspace_id, principal_id, position, transaction, at)
VALUES (%(id)s, %(here)s, %(me)s, %(position)s, %(transaction)s, %(at)s)
ON CONFLICT (workspace_id, principal_id) DO UPDATE
SET position = EXCLUDED.position, transaction = EXCLUDED.transaction, at = EXCLUDED.at
WHERE l.position <= EXCLUDED.position
"""


def place_now() -> Place:
    """Up to where the open transaction sees the chronicle."""
    ((position, transaction),) = fetch(_HERE, {"here": current_workspace()})
    return Place(position, transaction)


def last_look(caller: Caller) -> LastLook | None:
    """The caller's last look, None where they never said that they had seen anything."""
    found: LastLook | None = (
        LastLook.objects.here().filter(principal_id=caller.principal_id).first()
    )
    return found


def has_seen(*, caller: Caller, seen: Place, at: datetime) -> None:
    """Moves the caller's last look on to the place that the page showed, once and for all.

    What came after the page was made stays new; an older page, sent late, moves nothing. Raises
    CapabilityRequired without a recall grant.
    """
    with workspace(caller):
        live_grants(caller=caller, at=at).require("recall")
        now = place_now()
        asked = {
            "id": uuid7(),
            "here": current_workspace(),
            "me": caller.principal_id,
            "position": min(seen.position, now.position),
            "transaction": min(seen.transaction, now.transaction),
            "at": at,
        }
        run(_MOVE, asked)
