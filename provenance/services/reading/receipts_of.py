"""Reads receipts: a caller's own, for acts whose reply may have been lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Receipt
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.receipts import represent

MOST_FOUND = 20


def get_receipt(*, caller: Caller, receipt_id: UUID, at: datetime) -> dict[str, Any]:
    """One receipt of the caller's principal. NotFound for another's, as for none."""
    with _own(caller=caller, at=at) as receipts:
        found = receipts.filter(id=receipt_id).first()
        if found is None:
            raise NotFound
        return represent(found)


def find_receipts(
    *, caller: Caller, event_id: str, session: str | None, at: datetime
) -> list[dict[str, Any]]:
    """The caller's receipts of an event, newest first, at most MOST_FOUND of them.

    `session` is the host's id; without it the event is looked for in all sessions and none.
    """
    with _own(caller=caller, at=at) as receipts:
        found = receipts.filter(event_id=event_id)
        if session is not None:
            found = found.filter(observation__session__external_id=session)
        return [represent(receipt) for receipt in found.order_by("-at", "-id")[:MOST_FOUND]]


@contextmanager
def _own(*, caller: Caller, at: datetime) -> Iterator[Any]:
    """The receipts of the caller's principal. Raises CapabilityRequired without `observe`.

    The restricted lane is open, as it was for the reply: a receipt holds no content.
    """
    with workspace(caller, restricted=True):
        live_grants(caller=caller, at=at).require("observe")
        yield Receipt.objects.here().filter(principal_id=caller.principal_id)
