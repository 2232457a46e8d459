"""What a principal, or one of its keys, could have read in a span of time, and what it was shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Func, Q, UUIDField
from django.db.models.functions import Coalesce

from provenance.models import ApiKey, Exposure, Grant, GrantScope, Observation, Principal, Producer
from provenance.services.access.giving import require_whole_workspace
from provenance.services.access.granting import offer_of
from provenance.services.access.grants import LiveGrant
from provenance.services.access.rotate_key import end_of
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reviewing.access.grant_lines import GrantLine, grant_lines
from provenance.services.reviewing.visitor import Visitor

# Each of these lets its holder read what it reaches; the third lets it read also what is held back.
READING = ("recall", "export")
REVIEW = "review"
MOST_SOURCES = 50
_LAST_FIRST = Order(field="at", tie="id", descending=True)


@dataclass(frozen=True, kw_only=True)
class Span:
    """A grant, and the part of the span during which it held."""

    line: GrantLine
    begins: datetime
    ends: datetime


@dataclass(frozen=True, kw_only=True)
class Source:
    """How many observations of one principal at one producer were within reach."""

    principal: str
    producer: str
    count: int


@dataclass(frozen=True, kw_only=True)
class ReachThen:
    """The reach in [since, until), by the grants that held then and while the key lived.

    `total` counts observations of the open lane that were recorded before the end of a grant that
    reached them, erased ones included; `held` of them are held back today. `sources` are the most
    frequent, `others` the observations of the rest. `exposures` is a page of what was really shown,
    the last first, `shown` how many observations in all of it.
    """

    since: datetime
    until: datetime
    spans: Sequence[Span]
    total: int
    held: int
    sources: Sequence[Source]
    others: int
    exposures: Page
    shown: int


def reach_then(
    visitor: Visitor,
    *,
    principal: Principal,
    key: ApiKey | None,
    since: datetime,
    until: datetime,
    turn: Turn,
) -> ReachThen:
    """What `principal` could have read by its grants, with `key` only while that key lived.

    Inside the workspace. GrantExceedsGiver unless the visitor administers all of it, since it
    counts what lies anywhere in it.
    """
    require_whole_workspace(visitor.grants)
    begins, ends = since, until
    if key is not None:
        key_end = end_of(key)
        begins = max(begins, key.created_at)
        ends = min(ends, key_end) if key_end else ends
    spans = _spans(visitor, principal, begins=begins, ends=ends)
    within = _within(spans)
    sources, held = _sources(within)
    total = sum(one.count for one in sources)
    exposed: Any = Exposure.objects.here().filter(
        principal_id=principal.id, at__gte=since, at__lt=until
    )
    if key is not None:
        exposed = exposed.filter(key_id=key.id)
    each = Func(F("observations"), function="unnest", output_field=UUIDField())
    return ReachThen(
        since=since,
        until=until,
        spans=spans,
        total=total,
        held=held,
        sources=sources[:MOST_SOURCES],
        others=sum(one.count for one in sources[MOST_SOURCES:]),
        exposures=page_of(exposed, order=_LAST_FIRST, turn=turn),
        shown=exposed.order_by().annotate(one=each).values("one").distinct().count(),
    )


def _spans(
    visitor: Visitor, principal: Principal, *, begins: datetime, ends: datetime
) -> list[Span]:
    if begins >= ends:
        return []
    grants: Any = Grant.objects.here().filter(
        Q(ends_at=None) | Q(ends_at__gt=begins),
        principal_id=principal.id,
        capability__in=(*READING, REVIEW),
        starts_at__lt=ends,
    )
    rows = list(grants.select_related("principal", "serves", "given_by").order_by("id"))
    spans = []
    for line in grant_lines(visitor, rows):
        revoked_at = line.revocation.at if line.revocation else None
        last = min(at for at in (line.grant.ends_at, revoked_at, ends) if at is not None)
        first = max(line.grant.starts_at, begins)
        if first < last:
            spans.append(Span(line=line, begins=first, ends=last))
    return spans


def _within(spans: Sequence[Span]) -> Q:
    """What could be read by these: what was there before the grant that reaches it ended."""
    reading = [one for one in spans if one.line.grant.capability in READING]
    ids = [one.line.grant.id for one in reading]
    scopes = list(GrantScope.objects.here().filter(grant_id__in=ids)) if ids else []
    parts = [
        _rows(one.line.grant, [scope for scope in scopes if scope.grant_id == one.line.grant.id])
        & Q(recorded_at__lt=one.ends)
        for one in reading
    ]
    return reduce(or_, parts, Q(pk__in=[]))


def _rows(grant: Grant, scopes: Sequence[GrantScope]) -> Q:
    offer = offer_of(grant, scopes)
    return LiveGrant(
        id=grant.id,
        capability=grant.capability,
        scope=grant.scope,
        serves_id=None,
        principals=offer.principals,
        producers=offer.producers,
    ).rows()


def _sources(within: Q) -> tuple[list[Source], int]:
    """All of them, the most frequent first, and how many observations are held back. One query
    reads the whole reach: names are looked up apart, since joining them doubles its time."""
    rows: Any = Observation.objects.here().filter(within)
    now = rows.annotate(now=Coalesce("current__admission", "admission")).order_by()
    groups = now.values_list("principal_id", "producer_id").annotate(
        n=Count("id"), held=Count("id", filter=~Q(now="admitted"))
    )
    counted = list(groups)
    people = Principal.objects.here().in_bulk([one for one, *_ in counted])
    producers = Producer.objects.here().in_bulk([one for _, one, *_ in counted])
    sources = [
        Source(principal=people[who].name, producer=str(producers[where]), count=count)
        for who, where, count, _ in counted
    ]
    sources.sort(key=lambda one: (-one.count, one.principal, one.producer))
    return sources, sum(held for *_, held in counted)


def exposures_below(last: UUID | None) -> Any:
    """The exposure at which a page ended; None where there is none."""
    return Exposure.objects.here().filter(id=last).first() if last else None
