"""Reads facts, as far as the reader sees what they stand on."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import FactEvidence, Subject
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.correcting.fact_shape import (
    evidence_of,
    represent_facts,
    represent_history,
    visible_facts,
)
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader, reading

LIST, ONE = "facts", "fact"
_LATEST_FIRST = Order(field="position", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class FactFilters:
    """What a list is narrowed to; None or nothing leaves it open."""

    standing: str | None = None
    subject: tuple[str, str] | None = None
    q: tuple[str, ...] = ()


def list_facts(*, caller: Caller, filters: FactFilters, turn: Turn, at: datetime) -> Page:
    """One page, the latest fact first. Raises CapabilityRequired without a recall grant."""
    with reading(caller=caller, at=at) as reader:
        page = facts_page(reader, filters=filters, turn=turn)
        shown = represent_facts(page.rows)
        told = {UUID(one) for fact in shown for one in fact["support"]["observations"]}
        reader.was_shown(sorted(told), door=LIST)
    return Page(rows=shown, next=page.next, previous=page.previous)


def facts_page(reader: Reader, *, filters: FactFilters, turn: Turn) -> Page:
    """The rows of one page, as models."""
    rows = _narrowed(visible_facts(reader), filters=filters)
    return page_of(rows, order=_LATEST_FIRST, turn=turn)


def get_fact(*, caller: Caller, fact_id: UUID, at: datetime) -> dict[str, Any]:
    """One fact with its history. NotFound alike for none and for what the caller may not see."""
    with reading(caller=caller, at=at) as reader:
        found = visible_facts(reader).filter(id=fact_id).first()
        if found is None:
            raise NotFound
        reader.was_shown(evidence_of([fact_id])[fact_id], door=ONE)
        return {**represent_facts([found])[0], **represent_history(found, reader=reader)}


def _narrowed(rows: Any, *, filters: FactFilters) -> Any:
    if filters.standing is not None:
        rows = rows.filter(standing=filters.standing)
    if filters.subject is not None:
        kind, key = filters.subject
        about = Subject.objects.here().filter(kind=kind, key=key)
        evidence = FactEvidence.objects.here().filter(
            observation_id__in=about.values("observation_id")
        )
        rows = rows.filter(id__in=evidence.values("fact_id"))
    for word in filters.q:
        rows = rows.filter(statement__text__icontains=word)
    return rows
