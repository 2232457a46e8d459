"""Takes the scratch turn away again, where the server's database is the one here."""

from datetime import UTC, datetime
from uuid import UUID

from django.db import DatabaseError

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Principal
from provenance.problems import Problem
from provenance.services.access.caller import Caller
from provenance.services.erase import Erasing, erase

_STAYS = "it stays, labelled `doctor`, and is recalled by its own session alone"


def sweep_up(observation: str, *, workspace_id: str) -> str | None:
    """Erases it in the name of the workspace's oldest human; what is left, or None."""
    try:
        caller = _human(UUID(workspace_id))
        if caller is None:
            return _STAYS
        erasing = Erasing(observations=[UUID(observation)], reason="A scratch turn of the doctor.")
        erase(caller=caller, erasing=erasing, at=datetime.now(UTC))
    except (DatabaseError, Problem):
        return _STAYS
    return None


def _human(workspace_id: UUID) -> Caller | None:
    with workspace(Tenancy(workspace_id)):
        found = Principal.objects.here().filter(kind="human").order_by("id").first()
    if found is None:
        return None
    return Caller(
        workspace_id=workspace_id, principal_id=found.id, name=found.name, kind=found.kind
    )
