"""Ends an act on a plan: its receipt, its entry, its chronicle event."""

from datetime import datetime
from typing import Any

from provenance.models import ImportAct, Receipt
from provenance.services.chronicle import record
from provenance.services.importing.jobs import Held
from provenance.services.receipts import IMPORT


def write_act(held: Held, *, act: str, body: dict[str, Any], at: datetime) -> None:
    """Appends the act with its counts, and the receipt that says them. Inside the workspace."""
    caller = held.caller
    receipt = Receipt(
        workspace_id=caller.workspace_id,
        act=IMPORT,
        outcome="accepted",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        event_id=f"{act}:{held.plan.id}",
        body={"plan": str(held.plan.id), "import_act": act},
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
        act=f"import_{act}",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="plan",
        about_id=held.plan.id,
        at=at,
    )
