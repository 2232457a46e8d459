"""Receipts: the stored answer to an act, and what can be said of it now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace, workspace
from provenance.models import Observation, Receipt
from provenance.services.access.caller import Caller
from provenance.services.contributing.consolidated import consolidation_of
from provenance.services.times import instant

OBSERVE = "observe"
RECALL = "recall"
PROPOSE = "propose"
DECIDE = "decide"
REVERT = "revert"
ERASE = "erase"
IMPORT = "import"
RECONCILE = "reconcile"
_EQUIVALENT = "_equivalent"
_READ = """
SELECT o.id, o.event_id, o.digest, o.admitted_as, o.lane, o.position,
       coalesce(s.standing, 'reported'), coalesce(s.admission, o.admission),
       coalesce(w.lexical_pending, false), coalesce(w.semantic_pending, false),
       EXISTS (SELECT FROM erasure e
               WHERE e.workspace_id = o.workspace_id AND e.observation_id = o.id)
FROM observation o
LEFT JOIN current_standing s ON s.workspace_id = o.workspace_id AND s.observation_id = o.id
LEFT JOIN index_work w ON w.workspace_id = o.workspace_id AND w.observation_id = o.id
WHERE o.workspace_id = %(here)s AND o.id = ANY(%(ids)s::uuid[])
"""
_ACTS_OF_THEIR_OWN = (RECALL, PROPOSE, DECIDE, REVERT, ERASE, IMPORT, RECONCILE)


def receipt_of(observation: Observation) -> Receipt:
    """The one acceptance of an observation. Inside the workspace."""
    receipt: Receipt = Receipt.objects.here().get(
        observation_id=observation.id, act=OBSERVE, outcome="accepted"
    )
    return receipt


def shown(*, caller: Caller, results: Iterable[Any]) -> list[dict[str, Any]]:
    """The receipts of what was observed, read anew after the commit; others are passed over."""
    answered = [result for result in results if hasattr(result, "receipt")]
    with workspace(caller, restricted=True):
        now = _now([result.receipt for result in answered])
        return [_told(one.receipt, now=now, duplicate=one.duplicate) for one in answered]


def represent(receipt: Receipt, *, duplicate: bool = False) -> dict[str, Any]:
    """A receipt as the contract shows it; `recallable` and standing are as of this reading."""
    return _told(receipt, now=_now([receipt]), duplicate=duplicate)


@dataclass(frozen=True)
class _Now:
    """What may be said of an observation at this reading."""

    id: UUID
    event_id: str
    digest: str
    admitted_as: str
    lane: str
    position: int
    standing: str
    admission: str
    lexical_pending: bool
    semantic_pending: bool
    erased: bool


def _now(receipts: Sequence[Receipt]) -> dict[UUID, _Now]:
    """By observation; in one statement, however many."""
    ids = [one.observation_id for one in receipts if one.observation_id is not None]
    if not ids:
        return {}
    rows = fetch(_READ, {"here": current_workspace(), "ids": ids})
    return {row[0]: _Now(*row) for row in rows}


def _told(receipt: Receipt, *, now: dict[UUID, _Now], duplicate: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": str(receipt.id),
        "outcome": "duplicate" if duplicate else receipt.outcome,
        "recorded_at": instant(receipt.at),
    }
    if receipt.outcome == "rejected":
        return {**shown, "rule": receipt.rule}
    if receipt.act in _ACTS_OF_THEIR_OWN and receipt.outcome != "conflict":
        return {**shown, "act": receipt.act, **receipt.body}
    one = now.get(receipt.observation_id) if receipt.observation_id else None
    return shown if one is None else {**shown, **_of_observation(receipt, one)}


def _of_observation(receipt: Receipt, one: _Now) -> dict[str, Any]:
    notes = receipt.body.get("notes", [])
    can_be = _recallable(one)
    if can_be["reason"] in bound_reasons(notes):
        can_be["reason"] = can_be["reason"] + _EQUIVALENT
    return {
        "observation": str(one.id),
        "event_id": one.event_id,
        "digest": one.digest,
        "admitted_as": one.admitted_as,
        "admission": one.admission,
        "standing": one.standing,
        "recallable": can_be,
        "consolidation": consolidation_of(
            admission=one.admission, lane=one.lane, position=one.position
        ),
        "notes": notes,
        **({"rule": receipt.rule} if receipt.rule else {}),
    }


def bound_reasons(notes: Iterable[dict[str, str]]) -> set[str]:
    """The standings with which it arrived because of what it is equivalent to."""
    return {
        note["code"].removesuffix(_EQUIVALENT)
        for note in notes
        if note["code"].endswith(_EQUIVALENT)
    }


def _recallable(one: _Now) -> dict[str, Any]:
    """Whether recall can find it now, by words and by meaning, and if not why."""
    lexical, semantic = not one.lexical_pending, not one.semantic_pending
    reason = None
    if one.erased:
        reason = "erased"
    elif one.lane == "restricted":
        reason = "restricted"
    elif one.admission != "admitted":
        reason = one.admission
    elif one.standing in ("withdrawn", "corrected", "superseded"):
        reason = one.standing
    if reason:
        return {"now": False, "lexical": False, "semantic": False, "reason": reason}
    pending = None if semantic else "embedding_pending" if lexical else "index_pending"
    return {
        "now": lexical or semantic,
        "lexical": lexical,
        "semantic": semantic,
        "reason": pending,
    }
