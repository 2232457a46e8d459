"""Reads corrections: whoever sees all that one is about sees it, and so does its proposer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from provenance.models import (
    Correction,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
)
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.correcting.correction_shape import represent_corrections
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader, reading

_LATEST_FIRST = Order(field="position", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class CorrectionFilters:
    """What a list is narrowed to; None leaves it open."""

    state: str | None = None
    kind: str | None = None
    target: UUID | None = None


def list_corrections(
    *, caller: Caller, filters: CorrectionFilters, turn: Turn, at: datetime
) -> Page:
    """One page, the latest proposal first. Raises CapabilityRequired without a recall grant."""
    with reading(caller=caller, at=at) as reader:
        page = corrections_page(reader, filters=filters, turn=turn)
        shown = represent_to(reader, page.rows)
    return Page(rows=shown, next=page.next, previous=page.previous)


def get_correction(*, caller: Caller, correction_id: UUID, at: datetime) -> dict[str, Any]:
    """One correction. NotFound alike for what is not there and what the caller may not see."""
    with reading(caller=caller, at=at) as reader:
        found = visible_corrections(reader).filter(id=correction_id).first()
        if found is None:
            raise NotFound
        return represent_to(reader, [found])[0]


def corrections_page(reader: Reader, *, filters: CorrectionFilters, turn: Turn) -> Page:
    """The rows of one page, as models."""
    rows = visible_corrections(reader)
    if filters.state is not None:
        rows = rows.filter(_in_state(filters.state))
    if filters.kind is not None:
        rows = rows.filter(kind=filters.kind)
    if filters.target is not None:
        about = CorrectionTarget.objects.here().filter(observation_id=filters.target)
        rows = rows.filter(id__in=about.values("correction_id"))
    return page_of(rows, order=_LATEST_FIRST, turn=turn)


def visible_corrections(reader: Reader) -> QuerySet[Correction]:
    """Those of which the reader sees every target, and the reader's own."""
    in_sight = reader.observations().filter(id=OuterRef("observation_id"))
    hidden = CorrectionTarget.objects.here().filter(correction_id=OuterRef("id"))
    rows: QuerySet[Correction] = Correction.objects.here()
    return rows.filter(
        ~Exists(hidden.filter(~Exists(in_sight))) | Q(proposer_id=reader.caller.principal_id)
    )


def represent_to(reader: Reader, corrections: Sequence[Correction]) -> list[dict[str, Any]]:
    """The corrections as this reader may see them."""
    return represent_corrections(
        corrections,
        in_sight=reader.observations(),
        wordless=without_words(reader, corrections),
    )


def without_words(reader: Reader, corrections: Sequence[Correction]) -> set[UUID]:
    """Those of other proposers that are about something whose words are held back from the reader.

    Statement, reason and notes may repeat any of it.
    """
    others = [one.id for one in corrections if one.proposer_id != reader.caller.principal_id]
    readable = reader.readable().filter(id=OuterRef("observation_id"))
    about = CorrectionTarget.objects.here().filter(correction_id__in=others)
    return set(about.filter(~Exists(readable)).values_list("correction_id", flat=True))


def _in_state(state: str) -> Q:
    decisions = CorrectionDecision.objects.here().filter(correction_id=OuterRef("id"))
    reverted = Exists(CorrectionReversal.objects.here().filter(correction_id=OuterRef("id")))
    if state == "proposed":
        return Q(~Exists(decisions))
    if state == "reverted":
        return Q(reverted)
    if state == "rejected":
        return Q(Exists(decisions.filter(decision="reject")))
    return Q(Exists(decisions.filter(decision="accept"))) & Q(~reverted)
