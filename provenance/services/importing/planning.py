"""Makes a plan: each record is tried, a few at a time, and what came of it is written down."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from provenance.database.tenancy import workspace
from provenance.importers.records import DERIVATION_UNKNOWN, Record
from provenance.models import ImportItem
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.access.grants import live_grants
from provenance.services.importing.begin import require_importer
from provenance.services.importing.ending import write_act
from provenance.services.importing.jobs import Held
from provenance.services.importing.outcomes import standing_there
from provenance.services.importing.records import (
    Numbered,
    foreign_digest,
    identity_digest,
    items_of,
    record_digest,
    records_of,
)
from provenance.services.importing.seen import earlier_items
from provenance.services.importing.shown import shown_name
from provenance.services.importing.snapshot import open_snapshot
from provenance.services.importing.summary import summary_of
from provenance.services.importing.trial import Trial, Tried, try_out

# Records that are tried in one transaction: arrivals of others do not wait for them, decisions do.
CHUNK = 25
_PLACES = 20
Clock = Callable[[], datetime]


def plan_on(held: Held, *, clock: Clock) -> Iterator[tuple[int, int]]:
    """Goes on planning to the end; yields (done, total) as it goes. No transaction spans chunks.

    Raises HoldLost where it is cancelled or another worker has it, UnusableSourceError where the
    source cannot be read, CapabilityRequired and Unauthenticated where the importer may not.
    """
    source = open_snapshot(held.plan)
    form, zone = held.plan.format, held.plan.zone
    if not held.run.total:
        total, skipped = _counted(items_of(source, form=form, zone=zone))
        with workspace(held.caller):
            skipped["places"] = {
                reason: [f"{shown_name(file)}:{line}" for file, line in places]
                for reason, places in skipped["places"].items()
            }
            held.advance(
                at=clock(), total=max(total, 1), tally={**held.run.tally, "skipped": skipped}
            )
    records = records_of(source, form=form, zone=zone, start=held.run.done)
    while chunk := list(islice(records, CHUNK)):
        yield _plan_chunk(chunk, held=held, at=clock()), held.run.total
    at = clock()
    with workspace(held.caller):
        body = summary_of(held.plan, tally=held.run.tally, at=at)
        write_act(held, act="planned", body=body, at=at)
        held.advance(at=at, state="planned", total=held.run.done)
        held.run.state = "planned"


def _plan_chunk(chunk: list[Numbered], *, held: Held, at: datetime) -> int:
    with workspace(held.caller, restricted=True):
        require_importer(live_grants(caller=held.caller, at=at))
        met_before = _within_the_plan(chunk, held=held)
        trial = try_out(
            [one.record for one in chunk if one.ordinal not in met_before],
            caller=held.caller,
            at=at,
        )
        tried = iter(trial.tried)
        ImportItem.objects.all().add(
            _item(one, met_before.get(one.ordinal) or next(tried), held=held) for one in chunk
        )
        done = chunk[-1].ordinal + 1
        held.advance(at=at, done=done, tally=_with_support(held.run.tally, trial))
        return done


def _within_the_plan(chunk: list[Numbered], *, held: Held) -> dict[int, Tried]:
    """Those that repeat or copy an earlier chunk of the plan: a trial has taken that back."""
    known, named = earlier_items(
        held.plan.id,
        identities=[identity_digest(one.record) for one in chunk],
        names=[foreign_digest(one.record) for one in chunk],
    )
    met: dict[int, Tried] = {}
    for ordinal, record in chunk:
        if (earlier := known.get(identity_digest(record))) is not None:
            same = earlier == record_digest(record)
            met[ordinal] = Tried(disposition="duplicate" if same else "conflict", code="in_plan")
        elif foreign_digest(record) in named:
            met[ordinal] = Tried(disposition="copy", code="in_plan")
    return met


def _item(one: Numbered, tried: Tried, *, held: Held) -> ImportItem:
    record, refused = one.record, tried.disposition == "refused"
    future = ("future",) if tried.future else ()
    standing = tried.standing
    if standing == "reported" and tried.disposition in ("new", "held"):
        standing = standing_there(record.status)
    return ImportItem(
        workspace_id=held.plan.workspace_id,
        plan_id=held.plan.id,
        ordinal=one.ordinal,
        file=shown_name(record.file),
        line=record.line,
        source_type=record.source_type,
        kind=record.kind,
        speaker_role=record.speaker_role,
        status=record.status,
        time_known=record.observed_at is not None,
        time_notes=[*record.time_notes, *future],
        disposition=tried.disposition,
        code=tried.code,
        standing=standing,
        ancestry=_ancestry(record),
        equivalents=min(tried.equivalents, 1_000),
        meets_id=tried.meets,
        record_sha256=None if refused else record_digest(record),
        identity=None if refused else identity_digest(record),
        foreign_name=None if refused else foreign_digest(record),
    )


def _ancestry(record: Record) -> str:
    derived = [link for link in record.lineage if link.relation in DERIVATIONS]
    if any(link.external for link in derived) or DERIVATION_UNKNOWN & set(record.labels):
        return "unknown"
    return "named" if derived else "none"


def _counted(items: Iterable[Any]) -> tuple[int, dict[str, Any]]:
    """How many records there are, and what is skipped: counts by reason, and the first places."""
    total, reasons, places = 0, Counter[str](), dict[str, list[tuple[str, int]]]()
    for item in items:
        if isinstance(item, Record):
            total += 1
            continue
        reasons[item.reason] += 1
        if len(places.setdefault(item.reason, [])) < _PLACES:
            places[item.reason].append((item.file, item.line))
    return total, {"counts": dict(reasons), "places": places}


def _with_support(tally: dict[str, Any], trial: Trial) -> dict[str, Any]:
    """The support of facts, before all and after all: each chunk adds what it would add."""
    support = dict(tally.get("support", {}))
    for fact, (before, after) in trial.support.items():
        first, last = support.get(str(fact), (list(before), list(before)))
        support[str(fact)] = (
            first,
            [b + (y - x) for b, x, y in zip(last, before, after, strict=True)],
        )
    return {**tally, "support": support}
