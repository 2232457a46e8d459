"""Puts an observation where a decision leaves it."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding, Receipt, StandingEvent
from tests.cast import Person


def stand(by: Person, observation: UUID, *, standing: str, admission: str = "admitted") -> None:
    """The timeline, and where it stands now."""
    with workspace(by.caller):
        held: dict[str, Any] = {
            "workspace_id": by.workspace_id,
            "observation_id": observation,
            "at": datetime.now(UTC),
            "standing": standing,
            "admission": admission,
        }
        cause = Receipt.objects.here().first()
        event = StandingEvent(**held, by_id=by.principal.id, reason="x", cause=cause)
        event.save(force_insert=True)
        CurrentStanding(**held).save(force_insert=True)
