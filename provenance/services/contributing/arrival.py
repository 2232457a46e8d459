"""What an event that has just been written meets: earlier decisions, and what it asks to change."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from provenance.models import LineageEdge, Observation
from provenance.models.lineage_edge import PROPOSALS
from provenance.services.access.caller import Caller
from provenance.services.contributing.notes import Note
from provenance.services.correcting.proposing_turns import act_on_proposals
from provenance.services.standing.changes import one_decision_at_a_time
from provenance.services.standing.withdrawal import AS_BEFORE, bind_arrival
from provenance.services.tombstones.awaited import bind_awaited


def meet(
    observation: Observation,
    *,
    edges: Sequence[LineageEdge],
    text: str,
    caller: Caller,
    at: datetime,
    awaited: str | None = None,
) -> Iterator[Note]:
    """Binds the arrival, then lets it propose; each remark is for its receipt.

    What is `awaited` stands as the same event stood before the ledger was restored.
    In the transaction that records, after lineage and proven copies were written.
    """
    if awaited or any(edge.relation in PROPOSALS for edge in edges):
        # Before the shared lock of an arrival: two that would raise theirs would stop each other.
        one_decision_at_a_time()
    if awaited is not None:
        bind_awaited(observation, standing=awaited, at=at)
        yield AS_BEFORE[awaited]
    elif (bound := bind_arrival(observation, edges=edges, at=at)) is not None:
        yield bound
    yield from act_on_proposals(observation, edges=edges, text=text, caller=caller, at=at)
