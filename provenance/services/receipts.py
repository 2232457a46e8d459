"""Receipts: the stored answer to an act, and what can be said of it now."""

from collections.abc import Iterable
from typing import Any

from provenance.database.tenancy import workspace
from provenance.models import IndexWork, Observation, Receipt
from provenance.models.standing import CurrentStanding
from provenance.services.access.caller import Caller
from provenance.services.contributing.consolidated import consolidation_of
from provenance.services.contributing.erased import erased_among
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
_ACTS_OF_THEIR_OWN = (RECALL, PROPOSE, DECIDE, REVERT, ERASE, IMPORT, RECONCILE)


def receipt_of(observation: Observation) -> Receipt:
    """The one acceptance of an observation. Inside the workspace."""
    receipt: Receipt = Receipt.objects.here().get(
        observation_id=observation.id, act=OBSERVE, outcome="accepted"
    )
    return receipt


def shown(*, caller: Caller, results: Iterable[Any]) -> list[dict[str, Any]]:
    """The receipts of what was observed, read anew after the commit; others are passed over."""
    with workspace(caller, restricted=True):
        return [
            represent(result.receipt, duplicate=result.duplicate)
            for result in results
            if hasattr(result, "receipt")
        ]


def represent(receipt: Receipt, *, duplicate: bool = False) -> dict[str, Any]:
    """A receipt as the contract shows it; `recallable` and standing are as of this reading."""
    shown: dict[str, Any] = {
        "id": str(receipt.id),
        "outcome": "duplicate" if duplicate else receipt.outcome,
        "recorded_at": instant(receipt.at),
    }
    if receipt.outcome == "rejected":
        return {**shown, "rule": receipt.rule}
    if receipt.act in _ACTS_OF_THEIR_OWN and receipt.outcome != "conflict":
        return {**shown, "act": receipt.act, **receipt.body}
    if receipt.observation_id is None:
        return shown
    observation = Observation.objects.here().filter(id=receipt.observation_id).first()
    return shown if observation is None else {**shown, **_of_observation(receipt, observation)}


def _of_observation(receipt: Receipt, observation: Observation) -> dict[str, Any]:
    now = CurrentStanding.objects.here().filter(observation_id=observation.id).first()
    standing = now.standing if now else "reported"
    admission = now.admission if now else observation.admission
    notes = receipt.body.get("notes", [])
    can_be = recallable(observation, standing=standing, admission=admission)
    if can_be["reason"] in bound_reasons(notes):
        can_be["reason"] = can_be["reason"] + _EQUIVALENT
    return {
        "observation": str(observation.id),
        "event_id": observation.event_id,
        "digest": observation.digest,
        "admitted_as": observation.admitted_as,
        "admission": admission,
        "standing": standing,
        "recallable": can_be,
        "consolidation": consolidation_of(observation, admission=admission),
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


def recallable(observation: Observation, *, standing: str, admission: str) -> dict[str, Any]:
    """Whether recall can find it now, by words and by meaning, and if not why."""
    work = IndexWork.objects.here().filter(observation_id=observation.id).first()
    lexical = work is None or not work.lexical_pending
    semantic = work is None or not work.semantic_pending
    reason = None
    if erased_among([observation.id]):
        reason = "erased"
    elif observation.lane == "restricted":
        reason = "restricted"
    elif admission != "admitted":
        reason = admission
    elif standing in ("withdrawn", "corrected", "superseded"):
        reason = standing
    if reason:
        return {"now": False, "lexical": False, "semantic": False, "reason": reason}
    pending = None if semantic else "embedding_pending" if lexical else "index_pending"
    return {
        "now": lexical or semantic,
        "lexical": lexical,
        "semantic": semantic,
        "reason": pending,
    }
