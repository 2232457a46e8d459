"""Lets an observation that screening held back be recalled: a person's act, with a reason."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Observation, Receipt
from provenance.problems import NotFound, NothingToRelease, PersonRequired
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.reading.standing_now import standing_of
from provenance.services.receipts import represent
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import rejections_kept
from provenance.services.standing.changes import (
    StandingChange,
    one_decision_at_a_time,
    write_standings,
)

RELEASE = "release"


def release(*, caller: Caller, observation_id: UUID, reason: str, at: datetime) -> dict[str, Any]:
    """Admits an observation that is quarantined or withheld; the receipt, after the commit.

    Raises CapabilityRequired without a live `review` grant, PersonRequired for anybody who is no
    person, NotFound alike for what is not there and what the grant does not reach (the restricted
    lane too), NothingToRelease where it is admitted already, and PolicyRejected for the reason.
    """
    with rejections_kept(caller=caller, act=RELEASE, at=at), workspace(caller):
        return release_within(caller=caller, observation_id=observation_id, reason=reason, at=at)


def release_within(
    *, caller: Caller, observation_id: UUID, reason: str, at: datetime
) -> dict[str, Any]:
    """As `release`, inside a transaction that is already open."""
    reach = live_grants(caller=caller, at=at).reach("review")
    if caller.kind != "human" or caller.key_kind == "agent":
        raise PersonRequired
    require_kept([reason])
    one_decision_at_a_time()
    observation = (
        Observation.objects.visible_to(reach).with_source().filter(id=observation_id).first()
    )
    if observation is None:
        raise NotFound
    standing, admission = standing_of(observation)
    if admission == "admitted":
        raise NothingToRelease
    receipt = _receipt(observation, caller=caller, at=at)
    change = StandingChange(
        observation_id=observation.id,
        before=standing,
        after=standing,
        admission="admitted",
        reason=reason,
    )
    write_standings([change], by=caller.principal_id, at=at, cause=receipt.id)
    record(
        act="released",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="observation",
        about_id=observation.id,
        at=at,
        detail={"from": admission},
    )
    return {"act": RELEASE, **represent(receipt)}


def _receipt(observation: Observation, *, caller: Caller, at: datetime) -> Receipt:
    receipt = Receipt(
        workspace_id=caller.workspace_id,
        act=RELEASE,
        outcome="answered",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        observation=observation,
        at=at,
    )
    Receipt.objects.all().add([receipt])
    return receipt
