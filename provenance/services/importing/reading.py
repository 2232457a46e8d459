"""Reads plans and their items, for those who may reconcile."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import ImportItem, ImportOutcome, ImportUpload
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.importing.shape import (
    represent_item,
    represent_plan,
    represent_upload,
    with_acts,
)
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reconciling.asked import RECONCILIATIONS, plans_of

_NEWEST_FIRST = Order(field="position", tie="id", descending=True)
_IN_ORDER = Order(field="ordinal", tie="id", descending=False)


def get_import(
    *, caller: Caller, plan_id: UUID, at: datetime, of: str | None = None
) -> dict[str, Any]:
    """One import or reconciliation, its plan included; of one family where `of` names it.

    Raises NotFound, CapabilityRequired.
    """
    with workspace(caller):
        live_grants(caller=caller, at=at).require("reconcile")
        plan = with_acts(plans_of(of).filter(id=plan_id)).first()
        if plan is not None:
            return represent_plan(plan)
        uploads = ImportUpload.objects.here().filter(id=plan_id).select_related("principal")
        upload = uploads.first()
        if upload is None or of == RECONCILIATIONS:
            raise NotFound
        return represent_upload(upload)


def list_imports(*, caller: Caller, turn: Turn, at: datetime, of: str | None = None) -> Page:
    """One page of plans, the newest first; of one family where `of` names it."""
    with workspace(caller):
        live_grants(caller=caller, at=at).require("reconcile")
        page = page_of(with_acts(plans_of(of)), order=_NEWEST_FIRST, turn=turn)
        rows = [represent_plan(plan, whole=False) for plan in page.rows]
    return Page(rows=rows, next=page.next, previous=page.previous)


def list_items(
    *,
    caller: Caller,
    plan_id: UUID,
    disposition: str | None,
    turn: Turn,
    at: datetime,
    of: str | None = None,
) -> Page:
    """One page of a plan's items in their order. Raises NotFound, CapabilityRequired."""
    with workspace(caller):
        live_grants(caller=caller, at=at).require("reconcile")
        if not plans_of(of).filter(id=plan_id).exists():
            raise NotFound
        items = ImportItem.objects.here().filter(plan_id=plan_id)
        if disposition is not None:
            items = items.filter(disposition=disposition)
        page = page_of(items, order=_IN_ORDER, turn=turn)
        ids = [item.id for item in page.rows]
        outcomes = {
            one.item_id: one for one in ImportOutcome.objects.here().filter(item_id__in=ids)
        }
        rows = [represent_item(item, outcome=outcomes.get(item.id)) for item in page.rows]
    return Page(rows=rows, next=page.next, previous=page.previous)
