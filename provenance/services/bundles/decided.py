"""Corrections and facts as rows of a bundle: those whose every observation is in it."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from provenance.models import (
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
    Fact,
    FactEvidence,
    FactStanding,
    Statement,
)
from provenance.services.times import instant

Rows = Iterator[dict[str, Any]]


def corrections(chosen: Any) -> list[Correction]:
    """Those all of whose targets are among the chosen observations, in the order of the ledger."""
    targets = CorrectionTarget.objects.here().filter(correction_id=OuterRef("id"))
    beyond = targets.exclude(observation_id__in=chosen.values("id"))
    rows = Correction.objects.here().filter(Exists(targets), ~Exists(beyond))
    return list(rows.select_related("proposer").order_by("position"))


def facts(chosen: Any) -> list[Fact]:
    """Those all of whose evidence, and their adoption, are among the chosen observations."""
    evidence = FactEvidence.objects.here().filter(fact_id=OuterRef("id"))
    ids = chosen.values("id")
    rows = Fact.objects.here().filter(
        Exists(evidence), ~Exists(evidence.exclude(observation_id__in=ids))
    )
    rows = rows.filter(adoption=None) | rows.filter(adoption_id__in=ids)
    return list(rows.select_related("decided_by").order_by("position"))


def correction_rows(found: Sequence[Correction], *, with_content: bool) -> Rows:
    """The proposals. A reason is words."""
    targets: dict[Any, list[str]] = {}
    named = CorrectionTarget.objects.here().filter(correction_id__in=[one.id for one in found])
    for row in named.order_by("ordinal"):
        targets.setdefault(row.correction_id, []).append(str(row.observation_id))
    for one in found:
        yield {
            "id": str(one.id),
            "position": one.position,
            "kind": one.kind,
            "targets": targets.get(one.id, []),
            "statement": str(one.statement_id) if one.statement_id else None,
            "reason": one.reason if with_content else None,
            "proposer": one.proposer.name,
            "event_id": one.event_id,
            "at": instant(one.at),
        }


def decision_rows(found: Sequence[Correction]) -> Rows:
    """What people decided."""
    rows = CorrectionDecision.objects.here().filter(correction_id__in=[one.id for one in found])
    for row in rows.select_related("by").order_by("position"):
        yield {
            "id": str(row.id),
            "position": row.position,
            "correction": str(row.correction_id),
            "decision": row.decision,
            "by": row.by.name,
            "self_decided": row.self_decided,
            "at": instant(row.at),
        }


def reversal_rows(found: Sequence[Correction]) -> Rows:
    """What was taken back."""
    rows = CorrectionReversal.objects.here().filter(correction_id__in=[one.id for one in found])
    for row in rows.select_related("by").order_by("position"):
        yield {
            "id": str(row.id),
            "position": row.position,
            "correction": str(row.correction_id),
            "by": row.by.name,
            "at": instant(row.at),
        }


def fact_rows(found: Sequence[Fact]) -> Rows:
    """The facts, with what they stand on and how they stood."""
    ids = [one.id for one in found]
    evidence: dict[Any, list[str]] = {}
    for row in FactEvidence.objects.here().filter(fact_id__in=ids).order_by("observation_id"):
        evidence.setdefault(row.fact_id, []).append(str(row.observation_id))
    timelines: dict[Any, list[dict[str, Any]]] = {}
    for event in FactStanding.objects.here().filter(fact_id__in=ids).order_by("position"):
        said = {"position": event.position, "standing": event.standing, "at": instant(event.at)}
        timelines.setdefault(event.fact_id, []).append(said)
    for one in found:
        yield {
            "id": str(one.id),
            "position": one.position,
            "statement": str(one.statement_id),
            "correction": str(one.correction_id) if one.correction_id else None,
            "adoption": str(one.adoption_id) if one.adoption_id else None,
            "evidence": evidence.get(one.id, []),
            "standings": timelines.get(one.id, []),
            "decided_by": one.decided_by.name,
            "decided_at": instant(one.decided_at),
            "valid_from": instant(one.valid_from),
            "valid_until": instant(one.valid_until),
        }


def statement_rows(
    proposals: Sequence[Correction], found: Sequence[Fact], *, chosen: Any, with_content: bool
) -> Rows:
    """Their wordings. One that was said in what is not in the bundle, or was erased, has no text."""
    ids = {one.statement_id for one in proposals if one.statement_id}
    ids |= {one.statement_id for one in found}
    rows = list(Statement.objects.here().filter(id__in=ids).order_by("id"))
    wanted = [row.said_in_id for row in rows if row.said_in_id]
    here = set(chosen.filter(id__in=wanted).values_list("id", flat=True))
    for row in rows:
        told = with_content and row.text and (row.said_in_id is None or row.said_in_id in here)
        yield {
            "id": str(row.id),
            "said_in": str(row.said_in_id) if row.said_in_id in here else None,
            "text": row.text if told else None,
        }
