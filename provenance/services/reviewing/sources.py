"""Where the ledger's rows come from: principals and producers, as far as a visitor may know them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from provenance.models import Observation, Principal, Producer, Receipt
from provenance.models.observation_queries import ObservationQuerySet
from provenance.problems import NotFound
from provenance.services.access.grants import LiveGrant, grants_of
from provenance.services.reading.reader import Reader
from provenance.services.receipts import OBSERVE
from provenance.services.reviewing.visitor import Visitor

# So many of the newest observations are counted; a page has no time for all of a large ledger.
MOST_COUNTED = 5_000
MOST_NOTED = 200
NEWEST = 12
# The offset of a clock is told from as many as these at least.
_FEWEST_TIMED = 3
# From how many seconds on a lag is told in which unit.
_UNITS = ((172_800, "days"), (7_200, "hours"), (120, "minutes"), (1, "s"))
_LENGTHS = {"days": 86_400, "hours": 3_600, "minutes": 60, "s": 1}


@dataclass(frozen=True, kw_only=True)
class Clock:
    """How the event times of a source lie beside ours: seconds from event to recording."""

    timed: int
    median: float
    ahead: int
    unknown: int

    @property
    def lag(self) -> str:
        """The median in words."""
        for seconds, unit in _UNITS:
            if self.median >= seconds:
                return f"{self.median / _LENGTHS[unit]:.0f} {unit}"
        return "less than a second"


@dataclass(frozen=True, kw_only=True)
class Contributed:
    """What came from a source, counted over its newest MOST_COUNTED observations in sight.

    `counts` are (kind, admitted_as, how many), the most first; `whole` says that nothing older was
    left out. `clock` is None where too few bear a time of their own. `notes` are what the receipts
    of the newest MOST_NOTED remark: (code, how often).
    """

    counts: Sequence[tuple[str, str, int]]
    total: int
    whole: bool
    first_at: datetime | None
    last_at: datetime | None
    clock: Clock | None
    notes: Sequence[tuple[str, int]]
    newest: Sequence[Observation]


@dataclass(frozen=True, kw_only=True)
class Held:
    """One live grant, with the names of what it reaches."""

    grant: LiveGrant
    serves: str | None
    over: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PrincipalSheet:
    """A principal. `grants` is None for who may not see them."""

    principal: Principal
    contributed: Contributed
    grants: Sequence[Held] | None


@dataclass(frozen=True, kw_only=True)
class ProducerSheet:
    """A producer."""

    producer: Producer
    contributed: Contributed


def visible_principals(visitor: Visitor) -> QuerySet[Principal]:
    """All of them for who reads or administers the whole workspace; else those within reach of
    whom something is here, and the visitor."""
    reader = visitor.reader()
    rows: QuerySet[Principal] = Principal.objects.here()
    if visitor.administers or not reader.reach:
        return rows
    said = reader.observations().filter(principal_id=OuterRef("id"))
    return rows.filter(Q(id=visitor.caller.principal_id) | Exists(said))


def visible_producers(reader: Reader) -> QuerySet[Producer]:
    """Those through which something came that the reader may read: the name is theirs to claim.

    Asked for by author, since so the index finds one row of each without reading the ledger.
    """
    told = reader.readable().filter(
        principal_id=OuterRef("id"), producer_id=OuterRef(OuterRef("id"))
    )
    authors = Principal.objects.here().filter(Exists(told))
    producers: QuerySet[Producer] = Producer.objects.here()
    return producers.filter(Exists(authors))


def with_last_time(principals: QuerySet[Principal], *, reader: Reader) -> QuerySet[Any]:
    """The principals, each with `last_at`: when their last observation in sight was recorded."""
    theirs = reader.observations().filter(principal_id=OuterRef("id")).order_by("-position")
    return principals.annotate(last_at=Subquery(theirs.values("recorded_at")[:1]))


def principal_sheet(visitor: Visitor, *, principal_id: UUID) -> PrincipalSheet:
    """The sheet. NotFound alike for none and for whom the visitor may not know."""
    principal = visible_principals(visitor).filter(id=principal_id).first()
    if principal is None:
        raise NotFound
    reader = visitor.reader()
    rows = reader.observations().filter(principal_id=principal_id)
    told = visitor.administers or principal_id == visitor.caller.principal_id
    return PrincipalSheet(
        principal=principal,
        contributed=_contributed(reader, rows),
        grants=_held(principal_id, at=visitor.at) if told else None,
    )


def producer_sheet(reader: Reader, *, producer_id: UUID) -> ProducerSheet:
    """The sheet. NotFound alike for none and for what the reader may not know."""
    producer = visible_producers(reader).filter(id=producer_id).first()
    if producer is None:
        raise NotFound
    rows = reader.observations().filter(producer_id=producer_id)
    return ProducerSheet(producer=producer, contributed=_contributed(reader, rows))


def _contributed(reader: Reader, rows: ObservationQuerySet) -> Contributed:
    """A fixed number of queries; the newest are as the reader may see them."""
    newest = rows.order_by("-position")
    told = list(
        newest.values_list("id", "kind", "admitted_as", "recorded_at", "observed_at")[
            : MOST_COUNTED + 1
        ]
    )
    whole, told = len(told) <= MOST_COUNTED, told[:MOST_COUNTED]
    counts = Counter((kind, admitted) for _, kind, admitted, _, _ in told)
    first = told[-1][3] if told else None
    if not whole:
        first = rows.order_by("position").values_list("recorded_at", flat=True).first()
    return Contributed(
        counts=[(kind, admitted, n) for (kind, admitted), n in counts.most_common()],
        total=len(told),
        whole=whole,
        first_at=first,
        last_at=told[0][3] if told else None,
        clock=_clock([(recorded, observed) for *_, recorded, observed in told]),
        notes=_notes([one for one, *_ in told[:MOST_NOTED]]),
        newest=reader.as_seen(list(newest.with_source()[:NEWEST])),
    )


def _notes(observation_ids: Sequence[UUID]) -> list[tuple[str, int]]:
    receipts = Receipt.objects.here().filter(
        observation_id__in=observation_ids, act=OBSERVE, outcome="accepted"
    )
    bodies = receipts.values_list("body", flat=True)
    return Counter(note["code"] for body in bodies for note in body.get("notes", ())).most_common()


def _clock(times: Sequence[tuple[datetime, datetime | None]]) -> Clock | None:
    lags = [(recorded - at).total_seconds() for recorded, at in times if at is not None]
    if len(lags) < _FEWEST_TIMED:
        return None
    return Clock(
        timed=len(lags),
        median=median(lags),
        ahead=sum(lag < 0 for lag in lags),
        unknown=len(times) - len(lags),
    )


def _held(principal_id: UUID, *, at: datetime) -> list[Held]:
    live = grants_of(principal_id=principal_id, at=at).live
    people = {one for grant in live for one in (*grant.principals, grant.serves_id) if one}
    places = {one for grant in live for one in grant.producers}
    named: dict[UUID, str] = {}
    for rows, ids in ((Principal.objects.here(), people), (Producer.objects.here(), places)):
        named |= {row.id: str(row) for row in rows.filter(id__in=ids)}
    return [
        Held(
            grant=grant,
            serves=named.get(grant.serves_id) if grant.serves_id else None,
            over=sorted(named[one] for one in (*grant.principals, *grant.producers)),
        )
        for grant in sorted(live, key=lambda one: one.capability)
    ]
