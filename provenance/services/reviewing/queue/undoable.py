"""The decision of one's own that can be taken back next."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from provenance.models import CorrectionDecision, CorrectionReversal
from provenance.services.reviewing.visitor import Visitor
from provenance.services.standing.rules import UNIMPORT


@dataclass(frozen=True, kw_only=True)
class Undoable:
    """An accepted correction, when it was accepted, and who had proposed it."""

    correction_id: UUID
    kind: str
    proposer: str
    at: datetime


def last_acceptance(visitor: Visitor) -> Undoable | None:
    """The visitor's last acceptance that stands, None where there is none.

    A rejection changed nothing: there is nothing to take back. What took an import back is no single
    decision to be undone by a key: its plan's page says first what that would bring in again. One
    query. Inside the workspace.
    """
    if not visitor.grants.of("review"):
        return None
    reverted = CorrectionReversal.objects.here().filter(correction_id=OuterRef("correction_id"))
    mine = CorrectionDecision.objects.here().filter(
        ~Exists(reverted), by_id=visitor.caller.principal_id, decision="accept"
    )
    mine = mine.exclude(correction__kind=UNIMPORT)
    last = mine.select_related("correction__proposer").order_by("-position").first()
    if last is None:
        return None
    return Undoable(
        correction_id=last.correction_id,
        kind=last.correction.kind,
        proposer=last.correction.proposer.name,
        at=last.at,
    )
