"""Recalls that happened: which of them a person may look into, and what was asked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import Exposure, Question, Receipt
from provenance.services.receipts import RECALL
from provenance.services.reviewing.visitor import Visitor


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One recall of a list. `question` is None where none is kept."""

    receipt: Receipt
    question: str | None

    @property
    def told(self) -> int:
        """How many observations it returned."""
        return len(self.receipt.body.get("returned", []))

    @property
    def facts(self) -> int:
        """How many facts it returned."""
        return len(self.receipt.body.get("facts", []))


def visible_recalls(visitor: Visitor) -> Any:
    """The receipts of one's own recalls; for those who oversee the workspace of everybody's."""
    rows = Receipt.objects.here().filter(act=RECALL, outcome="answered")
    return rows if visitor.oversees else rows.filter(principal_id=visitor.caller.principal_id)


def questions_of(receipt_ids: Collection[UUID]) -> dict[UUID, str]:
    """The words of those questions that are kept. Only for receipts that the reader may see."""
    rows = Question.objects.here().filter(receipt_id__in=receipt_ids).exclude(text="")
    return dict(rows.values_list("receipt_id", "text"))


def listed_recalls(
    visitor: Visitor, *, before: UUID | None, size: int
) -> tuple[list[Asked], UUID | None]:
    """`size` of them, the newest first, below `before`; and the last one's id where more follow.

    By id, which counts up with time and has an index of the workspace. Two queries.
    """
    rows = visible_recalls(visitor).select_related("principal").order_by("-id")
    found = list((rows.filter(id__lt=before) if before else rows)[: size + 1])
    shown = found[:size]
    texts = questions_of([row.id for row in shown])
    asked = [Asked(receipt=row, question=texts.get(row.id)) for row in shown]
    return asked, shown[-1].id if len(found) > size else None


def explained(visitor: Visitor, *, exposures: Sequence[Exposure]) -> set[UUID]:
    """The receipts of these exposures that are recalls which the visitor may look into."""
    ids = [one.receipt_id for one in exposures if one.receipt_id]
    return set(visible_recalls(visitor).filter(id__in=ids).values_list("id", flat=True))
