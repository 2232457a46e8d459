"""Withdrawal sticks: what arrives later and is proven to be the same stands as that does (P9)."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from provenance.models import CurrentStanding, LineageEdge, Observation, ProvenCopy, UnresolvedPair
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.contributing.notes import Note
from provenance.services.standing.changes import arrivals_wait, changes_for, write_standings

# Shorter turns are said every day: that one was withdrawn says nothing of the next.
FEWEST_WORDS = 3
_MOST_PAIRS = 5
_NOTES = {
    "withdrawn": Note.WITHDRAWN_EQUIVALENT,
    "corrected": Note.CORRECTED_EQUIVALENT,
    "superseded": Note.SUPERSEDED_EQUIVALENT,
    "uncertain": Note.UNCERTAIN_ROOTS,
}


def bind_arrival(
    observation: Observation, *, edges: Sequence[LineageEdge], at: datetime
) -> Note | None:
    """Gives what has just been written the standing of what it is proven to come from.

    A copy stands as its original; what has only withdrawn roots is withdrawn, what has some is
    uncertain. A person's own new words never are: where the same words were withdrawn, the two
    are an unresolved pair. In the transaction that records, after its copies were proven.
    """
    arrivals_wait()
    if not CurrentStanding.objects.here().filter(standing__in=list(_NOTES)).exists():
        return None
    if _comes_from_something(observation, edges):
        changes = changes_for([observation.id]).standings
        own = [change for change in changes if change.observation_id == observation.id]
        write_standings(own, by=observation.principal_id, at=at)
        if own:
            return _NOTES[own[0].after]
    return _contradiction(observation, at=at)


def _comes_from_something(observation: Observation, edges: Sequence[LineageEdge]) -> bool:
    if any(edge.relation in DERIVATIONS for edge in edges):
        return True
    either = Q(observation_id=observation.id) | Q(original_id=observation.id)
    return bool(ProvenCopy.objects.live().filter(either).exists())


def _contradiction(observation: Observation, *, at: datetime) -> Note | None:
    """Raises a person's new statement for review beside the withdrawn ones of the same words."""
    if observation.admitted_as != "user_primary" or observation.word_count < FEWEST_WORDS:
        return None
    withdrawn = Observation.objects.here().filter(
        text_sha256=observation.text_sha256,
        position__lt=observation.position,
        current__standing="withdrawn",
    )
    pairs = [
        UnresolvedPair(
            workspace_id=observation.workspace_id,
            observation=observation,
            other=other,
            kind="contradiction",
            at=at,
        )
        for other in withdrawn.order_by("position")[:_MOST_PAIRS]
    ]
    UnresolvedPair.objects.all().add(pairs, skip_existing=True)
    return Note.CONTRADICTS_WITHDRAWN if pairs else None
