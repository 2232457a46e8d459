"""Begins a plan: the snapshot is known, the work is queued."""

from datetime import datetime
from pathlib import Path
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.importers.formats import FORMATS
from provenance.importers.zones import zone_names
from provenance.models import ImportPlan, ImportRun
from provenance.models.ids import uuid7
from provenance.models.import_run import AT_WORK
from provenance.problems import ImportRefused, Problem, TooManyRequests
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, live_grants
from provenance.services.chronicle import record
from provenance.services.importing.holding import let_go
from provenance.services.importing.records import AUTO
from provenance.services.importing.snapshot import Snapshot, UnusableSourceError, take_snapshot
from provenance.services.screening.judge import may_be_kept
from provenance.signals import import_due

MOST_AT_WORK = 4
UNNAMED = "import"


def require_importer(grants: Grants) -> None:
    """Raises CapabilityRequired unless the caller may both reconcile and observe."""
    grants.require("reconcile")
    grants.require("observe")


def require_options(*, form: str, zone: str | None) -> None:
    """Raises ImportRefused for a format or a time zone that there is not."""
    if form != AUTO and form not in FORMATS:
        raise ImportRefused.because("unknown_format")
    if zone is not None and zone not in zone_names():
        raise ImportRefused.because("unknown_zone")


def require_may_import(*, caller: Caller, at: datetime) -> None:
    """Raises CapabilityRequired unless the caller may import: asked before anything is read."""
    with workspace(caller):
        require_importer(live_grants(caller=caller, at=at))


def begin_plan(
    *,
    caller: Caller,
    path: Path,
    name: str,
    form: str = AUTO,
    zone: str | None = None,
    at: datetime,
    plan_id: UUID | None = None,
) -> UUID:
    """Snapshots a file or folder and queues its planning; returns the plan's id.

    `zone` is the IANA name of the one in which times without a zone are to be read; without it they
    stay unknown. `name` is what people call it; where policy would refuse it, the plan is called "import".
    Raises CapabilityRequired without `reconcile` and `observe`, ImportRefused for an unknown format,
    an unknown zone or a source that cannot be read, TooManyRequests where too many are at work,
    StorageFull.
    """
    require_options(form=form, zone=zone)
    plan_id = plan_id or uuid7()
    require_may_import(caller=caller, at=at)
    try:
        # Copying a disk's worth of bytes is no work for an open transaction.
        snapshot = take_snapshot(path, plan_id=plan_id)
    except UnusableSourceError as unusable:
        raise ImportRefused.because(unusable.code) from None
    try:
        _write(caller, plan_id, snapshot, name=name, options=(form, zone), at=at)
    except Problem:
        let_go(snapshot.sha256, plan_id=plan_id)
        raise
    return plan_id


def _write(
    caller: Caller,
    plan_id: UUID,
    snapshot: Snapshot,
    *,
    name: str,
    options: tuple[str, str | None],
    at: datetime,
) -> None:
    form, zone = options
    with workspace(caller):
        require_importer(live_grants(caller=caller, at=at))
        if ImportRun.objects.here().filter(state__in=AT_WORK).count() >= MOST_AT_WORK:
            raise TooManyRequests("Other imports are at work. Begin this one when they are done.")
        plan = ImportPlan(
            id=plan_id,
            workspace_id=caller.workspace_id,
            principal_id=caller.principal_id,
            key_id=caller.key_id,
            name=name[:300] if may_be_kept([name]) else UNNAMED,
            source_sha256=snapshot.sha256,
            format=form,
            zone=zone,
            at=at,
        )
        ImportPlan.objects.all().add([plan])
        run = ImportRun(
            workspace_id=caller.workspace_id,
            plan=plan,
            state="planning",
            by_id=caller.principal_id,
            key_id=caller.key_id,
            tally={"bytes": snapshot.bytes, "files": snapshot.files},
            not_before=at,
        )
        ImportRun.objects.all().add([run])
        record(
            act="import_begun",
            by=caller.principal_id,
            key_id=caller.key_id,
            about="plan",
            about_id=plan.id,
            at=at,
        )
        import_due.send(ImportPlan, workspace_id=caller.workspace_id)
