"""Applies a plan: each item once, a few in a transaction, so that it goes on exactly where it was."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from provenance.database.tenancy import workspace
from provenance.importers.records import Record
from provenance.models import ImportItem, ImportOutcome
from provenance.services.access.grants import live_grants
from provenance.services.importing.begin import require_importer
from provenance.services.importing.ending import write_act
from provenance.services.importing.jobs import Held
from provenance.services.importing.overtaken import decided_since
from provenance.services.importing.records import Numbered, record_digest, records_of
from provenance.services.importing.seen import repeats_of
from provenance.services.importing.snapshot import forget_snapshot, open_snapshot
from provenance.services.importing.status import standings_proposed
from provenance.services.importing.trial import Tried, admit_one
from provenance.services.standing.changes import one_decision_at_a_time

CHUNK = 25
_RESULTS = {
    "new": "accepted",
    "copy": "accepted",
    "bound": "accepted",
    "held": "accepted",
    "conflict": "conflict",
    "duplicate": "duplicate",
    "refused": "refused",
    "invalid": "invalid",
}


class _Applied(NamedTuple):
    item: ImportItem
    result: str
    code: str | None = None
    observation: UUID | None = None
    standing: str = "reported"


class _OvertakenError(Exception):
    """A decision made after the plan gives the item another standing than the plan says."""


def apply_on(held: Held, *, clock: Callable[[], datetime]) -> Iterator[tuple[int, int]]:
    """Goes on applying to the end; yields (done, total) as it goes.

    Each chunk commits its observations, their outcomes and the progress together. Raises what
    `plan_on` raises.
    """
    source = open_snapshot(held.plan)
    plan = held.plan
    records = records_of(source, form=plan.format, zone=plan.zone, start=held.run.done)
    while chunk := list(islice(records, CHUNK)):
        yield _apply_chunk(chunk, held=held, at=clock()), held.run.total
    at = clock()
    with workspace(held.caller):
        outcomes = ImportOutcome.objects.here().filter(plan_id=held.plan.id)
        whole = outcomes.count() == held.run.total
        body = {"results": held.run.tally.get("results", {}), "whole": whole}
        write_act(held, act="applied", body=body, at=at)
        held.advance(at=at, state="applied")
    if whole:
        # What was left out may still be applied; else nothing needs the bytes any more.
        forget_snapshot(held.plan)


def _apply_chunk(chunk: Sequence[Numbered], *, held: Held, at: datetime) -> int:
    done = chunk[-1].ordinal + 1
    with workspace(held.caller, restricted=True):
        require_importer(live_grants(caller=held.caller, at=at))
        items = _items(chunk, held=held)
        if any(item.standing != "reported" for item in items.values()):
            # Before the shared lock of an arrival: two that raised theirs would stop each other.
            one_decision_at_a_time()
        applied = [
            _apply(items[ordinal], record, held=held, at=at)
            for ordinal, record in chunk
            if ordinal in items
        ]
        changed = standings_proposed(
            [(one.observation, one.standing) for one in applied if one.observation],
            plan=held.plan,
            ordinal=chunk[0].ordinal,
            by=held.caller,
            at=at,
        )
        ImportOutcome.objects.all().add(
            ImportOutcome(
                workspace_id=held.plan.workspace_id,
                plan_id=held.plan.id,
                item_id=one.item.id,
                result=one.result,
                code=one.code,
                observation_id=one.observation,
                correction_id=changed.get(one.observation) if one.observation else None,
                at=at,
            )
            for one in applied
        )
        results = Counter(held.run.tally.get("results", {}))
        results.update(one.result for one in applied)
        held.advance(at=at, done=done, tally={**held.run.tally, "results": dict(results)})
    return done


def _items(chunk: Sequence[Numbered], *, held: Held) -> dict[int, ImportItem]:
    """The items of the chunk that are to be applied and have not been."""
    wanted = {one.ordinal for one in chunk} - set(held.run.but)
    if held.run.only is not None:
        wanted &= set(held.run.only)
    rows = ImportItem.objects.here().filter(plan_id=held.plan.id, ordinal__in=wanted)
    been = ImportOutcome.objects.here().filter(item_id__in=rows.values("id"))
    left = list(rows.exclude(id__in=been.values("item_id")))
    # What was named item by item is meant, whatever it repeats.
    named = held.run.only is not None
    repeated = set() if named else repeats_of(left, left_out=held.run.but)
    return {item.ordinal: item for item in left if item.id not in repeated}


def _apply(item: ImportItem, record: Record, *, held: Held, at: datetime) -> _Applied:
    if item.disposition in ("refused", "invalid"):
        return _Applied(item, item.disposition, item.code)
    if item.record_sha256 != record_digest(record):
        return _Applied(item, "invalid", "source_changed")
    try:
        with transaction.atomic():
            tried = admit_one(record, caller=held.caller, at=at)
            if _is_overtaken(item, tried, held=held):
                raise _OvertakenError
    except _OvertakenError:
        return _Applied(item, "stale", "overtaken")
    result = "accepted" if tried.code == "foreign_conflict" else _RESULTS[tried.disposition]
    one = tried.observation if result == "accepted" else None
    standing = item.standing if tried.standing == "reported" else "reported"
    return _Applied(item, result, tried.code, one, standing)


def _is_overtaken(item: ImportItem, tried: Tried, *, held: Held) -> bool:
    """The plan said that it would be bound, or not; and somebody has decided since."""
    planned = item.standing if item.disposition == "bound" else "reported"
    return tried.standing != planned and decided_since(held.plan)
