"""Begins a plan of what is here already: what it is about is found, the work is queued."""

from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import ImportPlan, ImportRun
from provenance.models.import_run import AT_WORK
from provenance.problems import TooManyRequests
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.importing.begin import MOST_AT_WORK
from provenance.services.importing.ending import chronicled
from provenance.services.reconciling.asked import Asked, found_here
from provenance.signals import import_due


def begin_reconciliation(*, caller: Caller, asked: Asked, at: datetime) -> UUID:
    """Queues the planning and returns the plan's id. Nothing is changed before it is applied.

    Raises CapabilityRequired without `reconcile`, InvalidRequest for what is not here or not one
    thing, TooManyRequests where too many plans are at work.
    """
    with workspace(caller):
        grants = live_grants(caller=caller, at=at)
        grants.require("reconcile")
        kept, digest = found_here(asked, grants=grants)
        if ImportRun.objects.here().filter(state__in=AT_WORK).count() >= MOST_AT_WORK:
            raise TooManyRequests("Other plans are at work. Begin this one when they are done.")
        plan = ImportPlan(
            workspace_id=caller.workspace_id,
            principal_id=caller.principal_id,
            key_id=caller.key_id,
            name=asked.name,
            source_sha256=digest,
            format=asked.format,
            asked=kept,
            at=at,
        )
        ImportPlan.objects.all().add([plan])
        run = ImportRun(
            workspace_id=caller.workspace_id,
            plan=plan,
            state="planning",
            by_id=caller.principal_id,
            key_id=caller.key_id,
            not_before=at,
        )
        ImportRun.objects.all().add([run])
        record(
            act=chronicled(plan, "begun"),
            by=caller.principal_id,
            key_id=caller.key_id,
            about="plan",
            about_id=plan.id,
            at=at,
        )
        import_due.send(ImportPlan, workspace_id=caller.workspace_id)
        return plan.id
