"""One of each row of an import."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from provenance.models import (
    Correction,
    ImportAct,
    ImportItem,
    ImportOutcome,
    ImportPlan,
    ImportRun,
    ImportUpload,
    MappingRetraction,
    Observation,
    PairSettlement,
    Principal,
    ProvenCopy,
    UnresolvedPair,
)


def imported_things(*, by: Principal, on: Observation, cause: UUID) -> None:
    """A plan that was applied, and a file that is being sent. Inside the workspace."""
    at = datetime.now(UTC)
    here: dict[str, Any] = {"workspace_id": by.workspace_id}
    key = {"key_id": on.key_id}
    named = {"name": "session.jsonl", "format": "auto", "at": at}
    plan = ImportPlan(**here, **key, **named, principal=by, source_sha256="0" * 64)
    plan.save(force_insert=True)
    item = ImportItem(
        **here,
        plan=plan,
        ordinal=0,
        file="session.jsonl",
        line=1,
        source_type="turn",
        kind="turn",
        speaker_role="user",
        status="current",
        time_known=True,
        disposition="copy",
        meets=on,
        observation=on,
        record_sha256="0" * 64,
        identity="1" * 64,
        foreign_name="2" * 64,
    )
    item.save(force_insert=True)
    correction = Correction.objects.here().first()
    outcome = ImportOutcome(
        **here,
        plan=plan,
        item=item,
        result="accepted",
        observation=on,
        correction=correction,
        at=at,
    )
    outcome.save(force_insert=True)
    _mapped(item, by=by)
    act = ImportAct(**here, plan=plan, act="applied", by=by, receipt_id=cause, at=at)
    act.save(force_insert=True)
    # Not due in this age, so that no sweep does it.
    later = datetime(3000, 1, 1, tzinfo=UTC)
    run = ImportRun(**here, **key, plan=plan, state="applied", by=by, not_before=later)
    run.save(force_insert=True)
    upload = ImportUpload(**here, **key, **named, principal=by, size=1)
    upload.save(force_insert=True)


def _mapped(item: ImportItem, *, by: Principal) -> None:
    """A mapping and a settled pair, both taken back."""
    here: dict[str, Any] = {"workspace_id": by.workspace_id, "item": item, "at": datetime.now(UTC)}
    pair = UnresolvedPair.objects.here().first()
    PairSettlement(**here, pair=pair, verdict="same").save(force_insert=True)
    earlier, later = Observation.objects.here().not_erased().order_by("position")[:2]
    copy = ProvenCopy(
        workspace_id=by.workspace_id,
        observation=later,
        original=earlier,
        basis="mapping",
        mapping=item,
    )
    copy.save(force_insert=True)
    MappingRetraction(**here, by=by).save(force_insert=True)
