"""Lets an observation that screening held back be recalled: a person's act, with a reason."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.services.access.caller import Caller
from provenance.services.held import HeldDecision, decide_held
from provenance.services.screening.rejections import rejections_kept

RELEASE = "release"
_RELEASED = HeldDecision(
    act=RELEASE, event="released", of=("quarantined", "withheld"), to="admitted"
)


def release(*, caller: Caller, observation_id: UUID, reason: str, at: datetime) -> dict[str, Any]:
    """Admits an observation that is quarantined or withheld; the receipt, after the commit.

    Raises as `decide_held`; NotFound for the restricted lane too, NothingToRelease where it is
    admitted already.
    """
    with rejections_kept(caller=caller, act=RELEASE, at=at), workspace(caller):
        return release_within(caller=caller, observation_id=observation_id, reason=reason, at=at)


def release_within(
    *, caller: Caller, observation_id: UUID, reason: str, at: datetime
) -> dict[str, Any]:
    """As `release`, inside a transaction that is already open."""
    return decide_held(
        _RELEASED, caller=caller, observation_id=observation_id, reason=reason, at=at
    )
