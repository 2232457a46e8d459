"""Reads observations: a filtered list, or one of them."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models.observation_queries import ObservationQuerySet
from provenance.problems import CapabilityRequired, NotFound
from provenance.services.access.caller import Caller
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader, reading
from provenance.services.reading.representation import contributed, represent_observations
from provenance.services.restricted import get_restricted

LIST, ONE = "observations", "observation"


@dataclass(frozen=True, kw_only=True)
class ObservationFilters:
    """What a list is narrowed to; None narrows nothing. Times are of the event, `until` excluded."""

    session: str | None = None
    kind: str | None = None
    speaker_role: str | None = None
    admitted_as: str | None = None
    standing: str | None = None
    subject: tuple[str, str] | None = None
    producer: str | None = None
    principal: str | None = None
    label: str | None = None
    foreign: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    q: tuple[str, ...] = ()

    @property
    def by_words(self) -> bool:
        """True where a filter looks at what a request said in words of its own, the names of its
        producer and its session aside: these say where it was said."""
        return bool(self.q) or any(
            one is not None for one in (self.subject, self.label, self.foreign)
        )


def list_observations(
    *,
    caller: Caller,
    filters: ObservationFilters,
    turn: Turn,
    newest_first: bool = True,
    at: datetime,
) -> Page:
    """One page of what the caller may see, by event time, unknown times last.

    Raises CapabilityRequired without a recall grant.
    """
    order = Order(field="ordered_at", tie="id", descending=newest_first)
    with reading(caller=caller, at=at) as reader:
        # What is asked for by words must not tell what is held back, so it is not looked through.
        rows = reader.readable() if filters.by_words else reader.observations()
        page = page_of(narrowed(rows, filters=filters).with_source(), order=order, turn=turn)
        shown = represent_observations(reader.shown(page.rows, door=LIST), reader=reader)
    return Page(rows=shown, next=page.next, previous=page.previous)


def get_observation(*, caller: Caller, observation_id: UUID, at: datetime) -> dict[str, Any]:
    """One observation, also of the restricted lane where the caller reviews it.

    NotFound alike for what is not there and what the caller may not see.
    """
    try:
        with reading(caller=caller, at=at) as reader:
            return _shown(reader, observation_id)
    except (NotFound, CapabilityRequired):
        with suppress(NotFound, CapabilityRequired):
            return get_restricted(caller=caller, observation_id=observation_id, at=at)
        raise


def _shown(reader: Reader, observation_id: UUID) -> dict[str, Any]:
    found = reader.observations().with_source().filter(id=observation_id).first()
    if found is None:
        raise NotFound
    (shown,) = represent_observations(reader.shown([found], door=ONE), reader=reader)
    return {**shown, **contributed(found)}


def narrowed(rows: ObservationQuerySet, *, filters: ObservationFilters) -> ObservationQuerySet:
    """The rows that fit every filter."""
    f = filters
    equal = {
        "session__external_id": f.session,
        "kind": f.kind,
        "speaker_role": f.speaker_role,
        "admitted_as": f.admitted_as,
        "labels__contains": [f.label] if f.label is not None else None,
        "ordered_at__gte": f.since,
        "ordered_at__lt": f.until,
    }
    rows = rows.filter(**{name: value for name, value in equal.items() if value is not None})
    if f.standing is not None:
        rows = rows.with_standing(f.standing)
    if f.subject is not None:
        rows = rows.about(kind=f.subject[0], key=f.subject[1])
    for claimed, meaning in (
        (f.producer, _producer),
        (f.principal, _principal),
        (f.foreign, _foreign),
    ):
        if claimed is not None:
            rows = rows.filter(meaning(claimed))
    return rows.saying(words=f.q)


def _producer(named: str) -> Q:
    """`harness`, or `harness/instance` (a harness may hold a slash itself)."""
    harness, _, instance = named.partition("/")
    return Q(producer__harness=named) | Q(producer__harness=harness, producer__instance=instance)


def _principal(named: str) -> Q:
    """By name or by id."""
    try:
        return Q(principal__name=named) | Q(principal_id=UUID(named))
    except ValueError:
        return Q(principal__name=named)


def _foreign(named: str) -> Q:
    """`system:id` or `system:session:id`; both are tried, since ids may hold colons."""
    system, _, name = named.partition(":")
    session, _, rest = name.partition(":")
    return Q(foreign_system=system, foreign_id=name) | Q(
        foreign_system=system, foreign_session=session, foreign_id=rest
    )
