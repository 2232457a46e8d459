"""One run over one workspace: read, word, propose. Nothing is ever applied (P11)."""

from dataclasses import dataclass
from datetime import datetime

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Observation
from provenance.problems import (
    CapabilityRequired,
    Erased,
    EventConflict,
    HeldBack,
    PolicyRejected,
    UnknownReference,
)
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.contributing.consolidated import consolidated_through, record_consolidated
from provenance.services.propose import propose
from recall.services.consolidation.consolidator import consolidator
from recall.services.consolidation.material import material
from recall.services.consolidation.weigh import Weighed, weighed
from recall.services.consolidation.wording import Writer, writer

NOBODY, REVOKED, NOTHING_NEW, DONE = "nobody", "revoked", "nothing_new", "done"


@dataclass(frozen=True)
class Run:
    """What a run came to: why it ended, how many clusters it weighed, how many it proposed."""

    outcome: str
    clusters: int = 0
    proposed: int = 0


def consolidate(*, tenancy: Tenancy, at: datetime) -> Run:
    """Proposes a fact for each cluster of evidence that has not been proposed from before.

    Reads, words and proposes in steps: no transaction is open while a model is asked. Two runs
    at once propose the same once. The outcome is `nobody` where no principal can propose,
    `revoked` where its grants were taken away, `nothing_new` where nothing came since last time.
    """
    caller = consolidator(tenancy=tenancy, at=at)
    if caller is None:
        return Run(NOBODY)
    try:
        with workspace(caller):
            last = Observation.objects.here().order_by("-position").values("position").first()
            through = last["position"] if last else 0
            if through <= consolidated_through():
                return Run(NOTHING_NEW)
            statements = material(live_grants(caller=caller, at=at))
            found = weighed(statements, proposer_id=caller.principal_id)
        proposed = sum(_propose(caller, one, by=writer(), at=at) for one in found)
    except CapabilityRequired:
        return Run(REVOKED)
    with workspace(caller):
        record_consolidated(by=caller.principal_id, through=through, proposed=proposed, at=at)
    return Run(DONE, clusters=len(found), proposed=proposed)


def _propose(caller: Caller, one: Weighed, *, by: Writer | None, at: datetime) -> bool:
    """True where this run made the proposal."""
    # A model reads people's own words: what was planted beside them has no say in the wording.
    worded = by and by.word([said.text for said in one.spoken.targets])
    proposal = one.proposal()
    if by is not None and worded:
        proposal = one.proposal_worded(worded, model=by.model)
    try:
        proposed = propose(caller=caller, proposal=proposal, at=at)
    except (EventConflict, PolicyRejected, UnknownReference, HeldBack, Erased):
        # Proposed a moment ago by another run, refused by a rule, held back or erased meanwhile.
        return False
    return not proposed.duplicate
