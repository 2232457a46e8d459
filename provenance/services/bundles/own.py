"""What comes back from where it was carried to: this ledger knows its own again."""

from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.importers.records import Record
from provenance.models import Observation
from provenance.services.bundles.said import SYSTEM


def own_observation(record: Record) -> UUID | None:
    """The observation of this workspace that a bundle's record is; None where it is none.

    By its origin where the bundle was made here, by its name where another ledger had it from here.
    Only with the same role and words: a name alone proves nothing. Inside the workspace.
    """
    for name in _names(record):
        found = (
            Observation.objects.here()
            .filter(id=name, speaker_role=record.speaker_role, content__text=record.content)
            .values_list("id", flat=True)
            .first()
        )
        if found is not None:
            return UUID(str(found))
    return None


def _names(record: Record) -> list[UUID]:
    names = []
    origin = record.origin
    if origin and origin.kind == "observation" and origin.instance == str(current_workspace()):
        names.append(origin.id)
    system, _, name = record.foreign
    if system == SYSTEM:
        names.append(name)
    return [UUID(name) for name in names if _is_id(name)]


def _is_id(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
