"""The questions to which recall had nothing to tell, since a person last looked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from provenance.models import Receipt
from provenance.services.reviewing.home.since import since_last_look
from provenance.services.reviewing.recalls import questions_of
from provenance.services.reviewing.visitor import Visitor

MOST_SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class Abstained:
    """One recall: who asked, when, and what. `question` is None where it was not kept, or erased."""

    receipt_id: UUID
    principal: str
    at: datetime
    intent: str | None
    question: str | None


def abstained(
    visitor: Visitor, *, below: UUID | None = None, most: int = MOST_SHOWN
) -> tuple[Sequence[Abstained], bool]:
    """The latest, at most `most`, of those before the receipt `below`; and whether there are more.

    One's own; and for those who review or administer the whole workspace everybody's. Five
    queries. Inside the workspace.
    """
    ids = sorted(since_last_look(visitor).abstained, reverse=True)
    # The ids are made in the order of time.
    ids = [one for one in ids if below is None or one < below]
    rows = Receipt.objects.here().filter(id__in=ids[:most]).select_related("principal")
    texts = questions_of(ids[:most])
    shown = [
        Abstained(
            receipt_id=row.id,
            principal=row.principal.name,
            at=row.at,
            intent=row.body.get("intent"),
            question=texts.get(row.id),
        )
        for row in rows.order_by("-id")
    ]
    return shown, len(ids) > most
