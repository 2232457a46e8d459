"""What comes back from where it was carried to: this ledger knows its own again."""

from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.importers.records import Record
from provenance.models import Observation
from provenance.services.bundles.said import SYSTEM
from provenance.services.contributing.foreign_names import of_one_name


def own_observation(record: Record) -> UUID | None:
    """The observation of this workspace that a bundle's record is; None where it is none.

    By its origin where the bundle was made here, by its name where another ledger had it from here,
    by its name in a third system where that is here too: there and back changes no row. Only with
    the same role and words: a name alone proves nothing. Inside the workspace.
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
    return _of_the_same_name(record) if _is_carried(record) else None


def _is_carried(record: Record) -> bool:
    """True for what a bundle carries; any other source's event may be another's."""
    origin = record.origin
    return origin is not None and origin.kind == "observation" and is_id(origin.instance)


def _of_the_same_name(record: Record) -> UUID | None:
    system, session, name = record.foreign
    part = record.part[0] if record.part else None
    like = Observation(
        foreign_system=system, foreign_session=session, foreign_id=name, part_index=part
    )
    same = Observation.objects.here().filter(
        of_one_name(like), speaker_role=record.speaker_role, content__text=record.content
    )
    found: UUID | None = same.order_by("position").values_list("id", flat=True).first()
    return found


def _names(record: Record) -> list[UUID]:
    names = []
    origin = record.origin
    if origin and origin.kind == "observation" and origin.instance == str(current_workspace()):
        names.append(origin.id)
    system, _, name = record.foreign
    if system == SYSTEM:
        names.append(name)
    return [UUID(name) for name in names if is_id(name)]


def is_id(name: str) -> bool:
    """True for an id as we write it."""
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
