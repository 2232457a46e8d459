"""Keeps back what waits in quarantine: a person looked, and it stays out of recall."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Observation, Receipt
from provenance.problems import NotFound, NothingToRelease
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.correcting.reviewers import require_person
from provenance.services.reading.standing_now import standing_of
from provenance.services.receipts import represent
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import rejections_kept
from provenance.services.standing.changes import (
    StandingChange,
    one_decision_at_a_time,
    write_standings,
)

KEEP = "keep"


def keep_held(*, caller: Caller, observation_id: UUID, reason: str, at: datetime) -> dict[str, Any]:
    """From quarantined to withheld: it waits no longer, and can be released like before.

    Returns the receipt. Raises CapabilityRequired without a live `review` grant, PersonRequired for
    anybody who is no person, NotFound alike for what is not there and what the grant does not
    reach, NothingToRelease where it is not in quarantine, and PolicyRejected for the reason.
    """
    with rejections_kept(caller=caller, act=KEEP, at=at), workspace(caller):
        reach = live_grants(caller=caller, at=at).reach("review")
        require_person(caller)
        require_kept([reason])
        one_decision_at_a_time()
        rows = Observation.objects.visible_to(reach).with_source()
        if (observation := rows.filter(id=observation_id).first()) is None:
            raise NotFound
        standing, admission = standing_of(observation)
        if admission != "quarantined":
            raise NothingToRelease
        receipt = Receipt(
            workspace_id=caller.workspace_id,
            act=KEEP,
            outcome="answered",
            principal_id=caller.principal_id,
            key_id=caller.key_id,
            observation=observation,
            at=at,
        )
        Receipt.objects.all().add([receipt])
        change = StandingChange(
            observation_id=observation.id,
            before=standing,
            after=standing,
            admission="withheld",
            reason=reason,
        )
        write_standings([change], by=caller.principal_id, at=at, cause=receipt.id)
        record(
            act="kept_back",
            by=caller.principal_id,
            key_id=caller.key_id,
            about="observation",
            about_id=observation.id,
            at=at,
        )
        return {"act": KEEP, **represent(receipt)}
