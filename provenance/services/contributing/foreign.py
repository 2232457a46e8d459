"""The same event under its name in another system: a proven copy, or a conflict to look at."""

from datetime import datetime

from django.db import connection

from provenance.models import Observation, ProvenCopy, UnresolvedPair
from provenance.problems import Erased
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.contributing.erased import erased_among
from provenance.services.contributing.foreign_names import binds_by_name, of_one_name
from provenance.services.contributing.notes import Note


def link_foreign_event(
    *, observation: Observation, text: str, caller: Caller, at: datetime
) -> Note | None:
    """Records what a foreign reference proves, and says so in a note (contract §1).

    The note is for callers who may see the other event, or made it: to anybody else it would
    tell what is here, and let its words be guessed.

    The same reference with the same role and text: a copy of the earliest, of its own session
    before others. With other text: an unresolved pair. Raises Erased where an event of that name
    was erased: it is bound.
    """
    if observation.foreign_id is None:
        return None
    others = _not_erased(_bearing_its_name(observation), observation=observation)
    for other in others:
        if other.speaker_role == observation.speaker_role and other.content.text == text:
            copy = ProvenCopy(observation=observation, original=other, basis="foreign_reference")
            copy.workspace_id = observation.workspace_id
            ProvenCopy.objects.all().add([copy])
            return _told(Note.SAME_FOREIGN_EVENT, of=other, caller=caller, at=at)
    if not others:
        return None
    pair = UnresolvedPair(observation=observation, other=others[0], kind="foreign_conflict", at=at)
    pair.workspace_id = observation.workspace_id
    UnresolvedPair.objects.all().add([pair])
    return _told(Note.FOREIGN_CONFLICT, of=others[0], caller=caller, at=at)


def _bearing_its_name(observation: Observation) -> list[Observation]:
    """The earlier events of that name, those of the same session first."""
    rows = (
        Observation.objects.here()
        .filter(of_one_name(observation), position__lt=observation.position)
        .select_related("content")
        .order_by("position")
    )
    return sorted(rows, key=lambda one: one.foreign_session != observation.foreign_session)


def _not_erased(others: list[Observation], *, observation: Observation) -> list[Observation]:
    """Those whose words are here. Raises Erased where one that is gone binds the name."""
    gone = erased_among([other.id for other in others])
    if any(other.id in gone and binds_by_name(other, observation) for other in others):
        raise Erased
    return [other for other in others if other.id not in gone]


def _told(note: Note, *, of: Observation, caller: Caller, at: datetime) -> Note | None:
    """The note where the caller may know of the other event; else None."""
    if of.principal_id == caller.principal_id:
        return note
    seen = live_grants(caller=caller, at=at).over(
        "recall", principal_id=of.principal_id, producer_id=of.producer_id
    )
    return note if seen is not None else None


def lock_foreign_name(observation: Observation) -> None:
    """Makes two events of one name come one after the other; until the transaction ends.

    Before the row is inserted: who looks for earlier ones must have got his position after them.
    """
    if observation.foreign_id is None:
        return
    name = "\x1f".join(
        str(part)
        for part in (
            observation.workspace_id,
            observation.foreign_system,
            observation.foreign_id,
        )
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
