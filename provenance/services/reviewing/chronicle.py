"""The event log as people read it: newest first, narrowed, within what they review."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import ChronicleEvent, Observation
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reviewing.visitor import Visitor

REVIEW = "review"
NEWEST_FIRST = Order(field="position", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class ChronicleFilters:
    """What the list is narrowed to; empty narrows nothing. `by` is a principal's name. Times are
    those of the acts, `until` excluded."""

    act: str = ""
    by: str = ""
    about: str = ""
    thing: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None


def chronicle_page(visitor: Visitor, *, filters: ChronicleFilters, turn: Turn) -> Page:
    """One page of events with principal and key. Inside the workspace.

    CapabilityRequired without a grant to review. Who reviews a part sees the events about the
    observations of that part.
    """
    return page_of(_narrowed(_reviewed(visitor), filters), order=NEWEST_FIRST, turn=turn)


def reviews_all(visitor: Visitor) -> bool:
    """True where the visitor reviews the whole workspace, and so sees every event."""
    return any(grant.scope == "workspace" for grant in visitor.grants.of(REVIEW))


def _reviewed(visitor: Visitor) -> Any:
    reach = visitor.grants.reach(REVIEW)
    events: Any = ChronicleEvent.objects.here().select_related("principal", "key")
    if not reach:
        return events
    within = Observation.objects.here().filter(reach).values("id")
    return events.filter(about="observation", about_id__in=within)


def _narrowed(events: Any, filters: ChronicleFilters) -> Any:
    f = filters
    wanted = {
        "act": f.act,
        "principal__name": f.by,
        "about": f.about,
        "about_id": f.thing,
        "at__gte": f.since,
        "at__lt": f.until,
    }
    return events.filter(**{name: value for name, value in wanted.items() if value})
