"""What stays of a refused request: a receipt that names the rule and the time, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from provenance.database.tenancy import workspace
from provenance.models import Receipt
from provenance.problems import PolicyRejected
from provenance.services.access.caller import Caller
from provenance.services.chronicle import record
from provenance.services.receipts import represent


@contextmanager
def rejections_kept(*, caller: Caller, act: str, at: datetime) -> Iterator[None]:
    """Stands around the transaction of an act that screens.

    A PolicyRejected ends that transaction with nothing of it written; the receipt is then
    committed in one of its own, and the problem goes on with it.
    """
    try:
        yield
    except PolicyRejected as refused:
        raise kept(refused, caller=caller, act=act, at=at) from None


def kept(refused: PolicyRejected, *, caller: Caller, act: str, at: datetime) -> PolicyRejected:
    """The refusal with its receipt, committed by now. A refusal that has one stays as it is."""
    if refused.receipt is not None:
        return refused
    with workspace(caller):
        receipt = write_rejection(rule=refused.rule, caller=caller, act=act, at=at)
        return PolicyRejected.by(refused.rule, receipt=represent(receipt))


def write_rejection(*, rule: str | None, caller: Caller, act: str, at: datetime) -> Receipt:
    """Writes receipt and chronicle event of a refusal. Inside the workspace."""
    receipt = Receipt(
        workspace_id=caller.workspace_id,
        act=act,
        outcome="rejected",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        rule=rule,
        at=at,
    )
    Receipt.objects.all().add([receipt])
    record(
        act="rejected",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="receipt",
        about_id=receipt.id,
        at=at,
        detail={"rule": rule},
    )
    return receipt
