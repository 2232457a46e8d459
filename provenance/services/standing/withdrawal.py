"""Withdrawal sticks: what arrives later and is proven to be the same stands as that does (P9)."""

from collections.abc import Sequence
from datetime import datetime

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import LineageEdge, Observation, UnresolvedPair
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.contributing.notes import Note
from provenance.services.standing.changes import arrivals_wait, changes_for, write_standings

# Shorter turns are said every day: that one was withdrawn says nothing of the next.
FEWEST_WORDS = 3
_MOST_PAIRS = 5
_ANYTHING_MOVED = """
SELECT 1 FROM current_standing
WHERE workspace_id = %(here)s AND standing = ANY(%(standings)s::text[]) LIMIT 1
"""
_COPIED = """
(SELECT 1 FROM live_copy WHERE workspace_id = %(here)s AND observation_id = %(id)s LIMIT 1)
UNION ALL
(SELECT 1 FROM live_copy WHERE workspace_id = %(here)s AND original_id = %(id)s LIMIT 1)
"""
AS_BEFORE = {
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
    if not fetch(_ANYTHING_MOVED, {"here": current_workspace(), "standings": list(AS_BEFORE)}):
        return None
    if _comes_from_something(observation, edges):
        changes = changes_for([observation.id]).standings
        own = [change for change in changes if change.observation_id == observation.id]
        write_standings(own, by=observation.principal_id, at=at)
        if own:
            return AS_BEFORE[own[0].after]
    return _contradiction(observation, at=at)


def _comes_from_something(observation: Observation, edges: Sequence[LineageEdge]) -> bool:
    if any(edge.relation in DERIVATIONS for edge in edges):
        return True
    return bool(fetch(_COPIED, {"here": current_workspace(), "id": observation.id}))


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
