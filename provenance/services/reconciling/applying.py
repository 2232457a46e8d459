"""Applies a plan: each item once, a few in a transaction, so that it goes on exactly where it was."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from provenance.database.tenancy import workspace
from provenance.models import (
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
    ImportItem,
    ImportOutcome,
)
from provenance.problems import Erased
from provenance.services.access.grants import Grants, live_grants
from provenance.services.erasing import copies_of
from provenance.services.importing.ending import write_act
from provenance.services.importing.jobs import Held
from provenance.services.importing.overtaken import decided_since
from provenance.services.reconciling.asked import reached
from provenance.services.reconciling.effects import ALREADY, NotKeptError, put_into_effect
from provenance.services.reconciling.proposals import DISTINCT, PAIR, REPAIR, SAME
from provenance.services.standing.changes import one_decision_at_a_time

CHUNK = 25
_OVERTAKEN = "overtaken"


class _Applied(NamedTuple):
    item: ImportItem
    result: str
    code: str | None = None


def apply_on(held: Held, *, clock: Callable[[], datetime]) -> Iterator[tuple[int, int]]:
    """Goes on applying to the end; yields (done, total) as it goes.

    Each chunk commits its mappings, their outcomes and the progress together. Raises HoldLost,
    CapabilityRequired, Unauthenticated.
    """
    while held.run.done < held.run.total:
        yield _apply_chunk(held=held, at=clock()), held.run.total
    at = clock()
    with workspace(held.caller):
        outcomes = ImportOutcome.objects.here().filter(plan_id=held.plan.id)
        body = {
            "results": held.run.tally.get("results", {}),
            "whole": outcomes.count() == held.run.total,
        }
        write_act(held, act="applied", body=body, at=at)
        held.advance(at=at, state="applied")


def _apply_chunk(*, held: Held, at: datetime) -> int:
    done = min(held.run.done + CHUNK, held.run.total)
    with workspace(held.caller, restricted=True):
        grants = live_grants(caller=held.caller, at=at)
        grants.require("reconcile")
        one_decision_at_a_time()
        items = _items(range(held.run.done, done), held=held)
        applied = [_apply(item, held=held, grants=grants, at=at) for item in items]
        ImportOutcome.objects.all().add(
            ImportOutcome(
                workspace_id=held.plan.workspace_id,
                plan_id=held.plan.id,
                item=one.item,
                result=one.result,
                code=one.code,
                observation_id=one.item.observation_id if one.result == "accepted" else None,
                at=at,
            )
            for one in applied
        )
        results = Counter(held.run.tally.get("results", {}))
        results.update(one.result for one in applied)
        held.advance(at=at, done=done, tally={**held.run.tally, "results": dict(results)})
    return done


def _items(ordinals: Sequence[int], *, held: Held) -> list[ImportItem]:
    """The items of the chunk that are to be applied and have not been, in their order."""
    wanted = set(ordinals) - set(held.run.but)
    if held.run.only is not None:
        wanted &= set(held.run.only)
    rows = ImportItem.objects.here().filter(plan_id=held.plan.id, ordinal__in=wanted)
    been = ImportOutcome.objects.here().filter(item_id__in=rows.values("id"))
    return list(rows.exclude(id__in=been.values("item_id")).order_by("ordinal"))


def _apply(item: ImportItem, *, held: Held, grants: Grants, at: datetime) -> _Applied:
    if item.disposition == "duplicate":
        return _Applied(item, "duplicate", item.code)
    settles = item.source_type == PAIR and item.disposition == DISTINCT
    if item.disposition not in (SAME, REPAIR) and not settles:
        return _Applied(item, "left", item.code)
    ends = [one for one in (item.observation_id, item.meets_id) if one is not None]
    if reached(grants).filter(id__in=ends).count() < len(ends):
        return _Applied(item, "refused", "not_permitted")
    if _decided_on(item, held=held):
        return _Applied(item, "stale", _OVERTAKEN)
    code: str | None = "erased"
    try:
        with transaction.atomic():
            effect = put_into_effect(item, by=held.caller.principal_id, at=at)
            code = effect.code
            if code is None and not settles and _is_other(item, effect.standings, held=held):
                code = _OVERTAKEN
            if code is not None:
                raise NotKeptError
    except (NotKeptError, Erased):
        # Another plan, or an earlier item of this one, has made them one meanwhile.
        return _Applied(item, "duplicate" if code == ALREADY else "stale", code)
    return _Applied(item, "accepted")


def _decided_on(item: ImportItem, *, held: Held) -> bool:
    """True where somebody has decided on either event, or taken that back, since the plan."""
    ends = [one for one in (item.observation_id, item.meets_id) if one is not None]
    named = CorrectionTarget.objects.here().filter(observation_id__in=copies_of(ends))
    since = {
        "correction_id__in": named.values("correction_id"),
        "position__gt": held.plan.position,
    }
    decisions = CorrectionDecision.objects.here().filter(**since)
    return decisions.exists() or CorrectionReversal.objects.here().filter(**since).exists()


def _is_other(item: ImportItem, standings: Sequence[str], *, held: Held) -> bool:
    """It would stand otherwise than the plan says, and somebody has decided something since."""
    return list(standings) != item.detail.get("stands", []) and decided_since(held.plan)
