"""A person's decision on what screening held back: the steps that releasing and keeping share."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import Observation, Receipt
from provenance.problems import NotFound, NothingToRelease
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.correcting.reviewers import require_person
from provenance.services.reading.standing_now import standing_of
from provenance.services.receipts import represent
from provenance.services.screening.judge import require_kept
from provenance.services.standing.changes import (
    StandingChange,
    one_decision_at_a_time,
    write_standings,
)


@dataclass(frozen=True, kw_only=True)
class HeldDecision:
    """What is decided: the receipt's act, the chronicle's, the admission of `of` these and `to` what."""

    act: str
    event: str
    of: Collection[str]
    to: str


def decide_held(
    decision: HeldDecision, *, caller: Caller, observation_id: UUID, reason: str, at: datetime
) -> dict[str, Any]:
    """Gives an observation that is held back its new admission; the receipt. Inside the workspace.

    Raises CapabilityRequired without a live `review` grant, PersonRequired for anybody who is no
    person, NotFound alike for what is not there and what the grant does not reach, NothingToRelease
    where it is not held as the decision asks, and PolicyRejected for the reason.
    """
    reach = live_grants(caller=caller, at=at).reach("review")
    require_person(caller)
    require_kept([reason])
    one_decision_at_a_time()
    rows = Observation.objects.visible_to(reach).with_source()
    if (observation := rows.filter(id=observation_id).first()) is None:
        raise NotFound
    standing, admission = standing_of(observation)
    if admission not in decision.of:
        raise NothingToRelease
    receipt = Receipt(
        workspace_id=caller.workspace_id,
        act=decision.act,
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
        admission=decision.to,
        reason=reason,
    )
    write_standings([change], by=caller.principal_id, at=at, cause=receipt.id)
    record(
        act=decision.event,
        by=caller.principal_id,
        key_id=caller.key_id,
        about="observation",
        about_id=observation.id,
        at=at,
        detail={"from": admission},
    )
    return {"act": decision.act, **represent(receipt)}
