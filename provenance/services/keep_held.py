"""Keeps back what waits in quarantine: a person looked, and it stays out of recall."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.services.access.caller import Caller
from provenance.services.held import HeldDecision, decide_held
from provenance.services.screening.rejections import rejections_kept

KEEP = "keep"
_KEPT = HeldDecision(act=KEEP, event="kept_back", of=("quarantined",), to="withheld")


def keep_held(*, caller: Caller, observation_id: UUID, reason: str, at: datetime) -> dict[str, Any]:
    """From quarantined to withheld: it waits no longer, and can be released like before.

    Returns the receipt. Raises as `decide_held`; NothingToRelease where it is not in quarantine.
    """
    with rejections_kept(caller=caller, act=KEEP, at=at), workspace(caller):
        return decide_held(
            _KEPT, caller=caller, observation_id=observation_id, reason=reason, at=at
        )
