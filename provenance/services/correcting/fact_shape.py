"""A fact as every answer shows it: what it states, whether it holds, who decided, on what."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from provenance.models import Fact, FactConfirmation, FactEvidence, FactStanding, Observation
from provenance.services.correcting.fact_standing import standings_of_fact
from provenance.services.reading.reader import Reader
from provenance.services.reading.support import support_of_facts
from provenance.services.times import instant


def visible_facts(reader: Reader, *, as_of: datetime | None = None) -> Any:
    """The facts of which the reader sees all evidence, each with its `standing` (P8).

    A statement may repeat any of what it stands on, so one source that is hidden or held back
    hides it, from everybody. One whose wording was erased is none any more. With `as_of` those
    that were facts at that recording time, standing as they did then.
    """
    timeline = standings_of_fact()
    rows: QuerySet[Fact] = Fact.objects.here().exclude(statement__text="")
    if as_of is not None:
        timeline = timeline.filter(at__lte=as_of)
        rows = rows.filter(decided_at__lte=as_of)
    in_sight = reader.observations().admitted_now().filter(id=OuterRef("observation_id"))
    evidence = FactEvidence.objects.here().filter(fact_id=OuterRef("id"))
    # The person's own words, where they adopted several things at once. They need not be in sight.
    adopting = Observation.objects.here().admitted_now().filter(id=OuterRef("adoption_id"))
    return (
        rows.filter(~Exists(evidence.filter(~Exists(in_sight))))
        .filter(Q(adoption=None) | Exists(adopting))
        .annotate(standing=Subquery(timeline.values("standing")[:1]))
        .select_related("statement", "decided_by")
    )


def represent_facts(facts: Sequence[Any]) -> list[dict[str, Any]]:
    """The facts (read by `visible_facts`) as the contract shows them. Three queries, however many.

    `support` is counted over the whole workspace; its `observations` are the evidence.
    """
    ids = [fact.id for fact in facts]
    evidence = evidence_of(ids)
    support = support_of_facts(ids)
    return [
        {
            "id": str(fact.id),
            "statement": fact.statement.text,
            "standing": fact.standing,
            "support": {
                **support[fact.id].represent(),
                "observations": [str(one) for one in evidence[fact.id]],
            },
            "valid_from": instant(fact.valid_from),
            "valid_until": instant(fact.valid_until),
            "decided_by": fact.decided_by.name,
            "decided_at": instant(fact.decided_at),
        }
        for fact in facts
    ]


def evidence_of(fact_ids: Collection[UUID]) -> dict[UUID, list[UUID]]:
    """The observations that each fact stands on, in the order in which they were recorded."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    rows = FactEvidence.objects.here().filter(fact_id__in=fact_ids)
    for fact_id, observation_id in rows.order_by("observation__position").values_list(
        "fact_id", "observation_id"
    ):
        found[fact_id].append(observation_id)
    return found


def represent_history(fact: Fact, *, reader: Reader) -> dict[str, Any]:
    """What one fact shows besides: how it came to be, and its standing over time."""
    timeline = FactStanding.objects.here().filter(fact=fact).order_by("position")
    confirmations = list(
        FactConfirmation.objects.here().filter(fact=fact).select_related("by").order_by("position")
    )
    turns = [one for one in (fact.adoption_id, *(c.adoption_id for c in confirmations)) if one]
    in_sight = set(reader.observations().filter(id__in=turns).values_list("id", flat=True))
    return {
        **_act(fact, in_sight),
        "confirmations": [
            {"by": one.by.name, "at": instant(one.at), **_act(one, in_sight)}
            for one in confirmations
        ],
        "evidence": _evidence(fact),
        "history": [
            {
                "standing": event.standing,
                "reason": event.reason,
                "by": event.by.name,
                "correction": str(event.correction_id) if event.correction_id else None,
                "at": instant(event.at),
            }
            for event in timeline.select_related("by")
        ],
    }


def _act(one: Fact | FactConfirmation, in_sight: Collection[UUID]) -> dict[str, Any]:
    """By what it came about: a correction, or a turn where the reader may see that."""
    return {
        "correction": str(one.correction_id) if one.correction_id else None,
        "adoption": str(one.adoption_id) if one.adoption_id in in_sight else None,
    }


def _evidence(fact: Fact) -> list[dict[str, Any]]:
    ids = evidence_of([fact.id])[fact.id]
    rows = Observation.objects.here().filter(id__in=ids).order_by("position")
    return [
        {"observation": str(one), "admitted_as": admitted_as, "standing": standing or "reported"}
        for one, admitted_as, standing in rows.values_list("id", "admitted_as", "current__standing")
    ]
