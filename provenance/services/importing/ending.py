"""Ends an act on a plan: its receipt, its entry, its chronicle event."""

from datetime import datetime
from typing import Any

from provenance.models import ImportAct, ImportPlan, Receipt
from provenance.services.chronicle import record
from provenance.services.importing.jobs import Held
from provenance.services.receipts import IMPORT, RECONCILE
from provenance.services.reconciling.asked import is_reconciliation


def write_act(held: Held, *, act: str, body: dict[str, Any], at: datetime) -> None:
    """Appends the act with its counts, and the receipt that says them. Inside the workspace."""
    caller = held.caller
    kind = RECONCILE if is_reconciliation(held.plan) else IMPORT
    receipt = Receipt(
        workspace_id=caller.workspace_id,
        act=kind,
        outcome="accepted",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        event_id=f"{act}:{held.plan.id}",
        body={"plan": str(held.plan.id), f"{kind}_act": act},
        at=at,
    )
    Receipt.objects.all().add([receipt])
    row = ImportAct(
        workspace_id=caller.workspace_id,
        plan=held.plan,
        act=act,
        by_id=caller.principal_id,
        receipt=receipt,
        body=body,
        at=at,
    )
    ImportAct.objects.all().add([row])
    record(
        act=chronicled(held.plan, act),
        by=caller.principal_id,
        key_id=caller.key_id,
        about="plan",
        about_id=held.plan.id,
        at=at,
    )


def chronicled(plan: ImportPlan, act: str) -> str:
    """What the chronicle calls an act on the plan."""
    return f"{'reconciliation' if is_reconciliation(plan) else 'import'}_{act}"
