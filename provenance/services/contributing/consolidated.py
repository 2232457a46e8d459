"""How far consolidation has come: what a receipt may say of it."""

from datetime import datetime
from uuid import UUID

from django.conf import settings

from provenance.database.tenancy import current_workspace
from provenance.models import ChronicleEvent
from provenance.services.chronicle import record

ACT = "consolidated"
OFF, PENDING, DONE = "off", "pending", "done"


def consolidation_of(*, admission: str, lane: str, position: int) -> str:
    """Whether consolidation has looked at an observation: off, pending or done. Inside the workspace.

    Off where it is switched off, and for what it never reads: the restricted lane, and what is
    held back.
    """
    if settings.CONSOLIDATION != "on" or admission != "admitted" or lane != "open":
        return OFF
    return DONE if position <= consolidated_through() else PENDING


def consolidated_through() -> int:
    """The ledger position up to which the workspace has been consolidated; 0 for never."""
    last = (
        ChronicleEvent.objects.here()
        .filter(about_id=current_workspace(), act=ACT)
        .order_by("-position")
        .values_list("detail", flat=True)
        .first()
    )
    return int(last["through"]) if last else 0


def record_consolidated(*, by: UUID, through: int, proposed: int, at: datetime) -> None:
    """Notes that everything up to this position has been looked at. Inside the workspace."""
    record(
        act=ACT,
        by=by,
        about="workspace",
        about_id=current_workspace(),
        at=at,
        detail={"through": through, "proposed": proposed},
    )
