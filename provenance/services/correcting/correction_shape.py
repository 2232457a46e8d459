"""A correction as every answer shows it: what is proposed, by whom, and what people decided."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from provenance.models import (
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
    Fact,
    FactConfirmation,
    Observation,
    Statement,
)
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.access.grants import Grants
from provenance.services.correcting.weighing_shape import weighings_of
from provenance.services.times import instant

STATES = ("proposed", "accepted", "rejected", "reverted")


def represent_correction(
    correction: Correction, *, in_sight: ObservationQuerySet
) -> dict[str, Any]:
    """One of them."""
    (shown,) = represent_corrections([correction], in_sight=in_sight)
    return shown


def represent_corrections(
    corrections: Sequence[Correction],
    *,
    in_sight: ObservationQuerySet,
    wordless: Collection[UUID] = (),
) -> list[dict[str, Any]]:
    """The corrections as they are now. A fixed number of queries. Inside the workspace.

    `standing` of a target is as of now. `statement` is null where there is none, or where it
    was erased. `weighing` names only what the reader has `in_sight`. Those of `wordless`
    are shown without anybody's words.
    """
    ids = [one.id for one in corrections]
    decided, reverted = acts_on(ids)
    targets = _targets(ids)
    weighings = weighings_of(
        corrections,
        targets={one: [UUID(t["observation"]) for t in targets[one]] for one in ids},
        in_sight=in_sight,
    )
    statements = dict(
        Statement.objects.here()
        .filter(id__in=[one.statement_id for one in corrections])
        .exclude(text="")
        .values_list("id", "text")
    )
    facts = dict(
        [
            *Fact.objects.here().filter(correction_id__in=ids).values_list("correction_id", "id"),
            *FactConfirmation.objects.here()
            .filter(correction_id__in=ids)
            .values_list("correction_id", "fact_id"),
        ]
    )
    names = dict(Correction.objects.here().filter(id__in=ids).values_list("id", "proposer__name"))
    shown = [
        {
            "id": str(one.id),
            "kind": one.kind,
            "state": state_of(decided.get(one.id), reverted.get(one.id)),
            "targets": targets[one.id],
            "statement": (one.statement_id and statements.get(one.statement_id)) or None,
            "reason": one.reason,
            "weighing": weighings[one.id],
            "event_id": one.event_id,
            "digest": one.digest,
            "observation": _text(one.observation_id),
            "proposer": names[one.id],
            "proposed_at": instant(one.at),
            "decision": _decision(decided.get(one.id)),
            "reversal": _reversal(reverted.get(one.id)),
            "fact": _text(facts.get(one.id)),
        }
        for one in corrections
    ]
    for one, row in zip(corrections, shown, strict=True):
        if one.id in wordless:
            _hide_words(row)
    return shown


def _hide_words(shown: dict[str, Any]) -> None:
    shown["statement"] = shown["reason"] = shown["event_id"] = None
    for act in ("decision", "reversal"):
        if shown[act] is not None:
            shown[act]["note"] = None


def in_sight_of(grants: Grants) -> ObservationQuerySet:
    """What the grants to recall reach; nothing without one. Inside the workspace."""
    if not grants.of("recall"):
        return Observation.objects.none()
    return Observation.objects.visible_to(grants.reach("recall"))


def state_of(decision: CorrectionDecision | None, reversal: CorrectionReversal | None) -> str:
    """The state that a correction is in: that of its last act."""
    if reversal is not None:
        return "reverted"
    if decision is None:
        return "proposed"
    return "accepted" if decision.decision == "accept" else "rejected"


def acts_on(
    correction_ids: Sequence[UUID],
) -> tuple[dict[UUID, CorrectionDecision], dict[UUID, CorrectionReversal]]:
    """Decisions and reversals of these corrections, by correction."""
    decisions = CorrectionDecision.objects.here().filter(correction_id__in=correction_ids)
    reversals = CorrectionReversal.objects.here().filter(correction_id__in=correction_ids)
    return (
        {one.correction_id: one for one in decisions.select_related("by")},
        {one.correction_id: one for one in reversals.select_related("by")},
    )


def _targets(ids: Sequence[UUID]) -> dict[UUID, list[dict[str, Any]]]:
    shown: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    rows = CorrectionTarget.objects.here().filter(correction_id__in=ids).order_by("ordinal")
    for correction_id, observation_id, standing in rows.values_list(
        "correction_id", "observation_id", "observation__current__standing"
    ):
        target = {"observation": str(observation_id), "standing": standing or "reported"}
        shown[correction_id].append(target)
    return shown


def _decision(decision: CorrectionDecision | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    return {
        "decision": decision.decision,
        "by": decision.by.name,
        "self_decided": decision.self_decided,
        "note": decision.note,
        "at": instant(decision.at),
    }


def _reversal(reversal: CorrectionReversal | None) -> dict[str, Any] | None:
    if reversal is None:
        return None
    return {
        "by": reversal.by.name,
        "note": reversal.note,
        "at": instant(reversal.at),
    }


def _text(one: UUID | None) -> str | None:
    return None if one is None else str(one)
