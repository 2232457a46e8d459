"""What waits for a person, kind by kind, as querysets in the order of time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef

from provenance.models import (
    CorrectionDecision,
    CurrentStanding,
    ImportPlan,
    Observation,
)
from provenance.models.correction import CORRECTION_KINDS
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.correcting.proposal import ADOPTING
from provenance.services.reading.corrections import visible_corrections
from provenance.services.reading.reader import Reader
from provenance.services.reading.unresolved import pairs_in_sight
from provenance.services.reviewing.age import age
from provenance.services.reviewing.some import MOST_COUNTED, Some, some
from provenance.services.reviewing.visitor import Visitor

# In the order in which the page names them; what each is called there.
KINDS = {
    "change": "Changes",
    "fact": "Facts to be",
    "held": "Held back",
    "contradiction": "Contradictions",
    "conflict": "Conflicts of names",
    "equivalent": "Possible equivalents",
    "import": "Imports",
}
_PAIRS = {
    "contradiction": "contradiction",
    "conflict": "foreign_conflict",
    "equivalent": "possible_equivalent",
}

_COUNTED = "SELECT {place}, count(*), min(q.at) FROM ({rows}) AS q (id, at)"


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """How much of a kind waits; `oldest` is when the first of it came, `age` how long that is ago."""

    kind: str
    title: str
    some: Some
    oldest: datetime | None
    age: str


@dataclass(frozen=True, kw_only=True)
class Place:
    """One thing that waits, by the kind and id of its row; the ids are made in the order of time."""

    kind: str
    id: UUID
    row: Any


def waiting_by_kind(visitor: Visitor) -> list[Waiting]:
    """Each kind that the visitor may see, and how much of it waits. One query for all."""
    kinds, parts, values = [], [], []
    for place, (kind, rows, when) in enumerate(_sources(visitor)):
        first = rows.select_related(None).order_by("id").values_list("id", when)
        sql, given = first[: MOST_COUNTED + 1].query.sql_with_params()
        kinds.append(kind)
        parts.append(_COUNTED.format(place=place, rows=sql))
        values += given
    # Seven statements cost more to compile and to send than to run.
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), values)
        counted = {place: (count, oldest) for place, count, oldest in cursor.fetchall()}
    return [_waiting(kind, *counted[place], at=visitor.at) for place, kind in enumerate(kinds)]


def waiting_page(
    visitor: Visitor, *, kind: str | None, oldest_first: bool, after: UUID | None, size: int
) -> tuple[list[Place], UUID | None]:
    """One page of what waits, of one kind or of all, and the last one's id where more follow.

    `after` is the last one of the page before. One query a kind.
    """
    found: list[Place] = []
    for name, rows, _ in _sources(visitor):
        if kind not in (None, name):
            continue
        onward = {"id__gt" if oldest_first else "id__lt": after} if after is not None else {}
        page = rows.filter(**onward).order_by("id" if oldest_first else "-id")[: size + 1]
        found += [Place(kind=name, id=row.id, row=row) for row in page]
    found.sort(key=lambda place: place.id, reverse=not oldest_first)
    shown = found[:size]
    return shown, shown[-1].id if len(found) > size else None


def undecided(reader: Reader) -> Any:
    """The proposals on which nobody has decided, with their proposers."""
    decisions = CorrectionDecision.objects.here().filter(correction_id=OuterRef("id"))
    rows = visible_corrections(reader).filter(~Exists(decisions))
    return rows.select_related("proposer", "statement")


def quarantined(reader: Reader) -> ObservationQuerySet:
    """What policy holds back until a person has looked at it."""
    moved = CurrentStanding.objects.here().filter(observation_id=OuterRef("id"))
    arrived = Observation.objects.here().filter(~Exists(moved), admission="quarantined")
    now = CurrentStanding.objects.here().filter(admission="quarantined")
    ids = arrived.order_by().values("id").union(now.values("observation_id"))
    return reader.observations().filter(id__in=ids).not_erased()


def _sources(visitor: Visitor) -> Iterator[tuple[str, Any, str]]:
    """Each kind with its rows and the field that says since when one waits."""
    reader = visitor.reader()
    proposals = undecided(reader)
    changes = [kind for kind in CORRECTION_KINDS if kind not in ADOPTING]
    yield "change", proposals.filter(kind__in=changes), "at"
    yield "fact", proposals.filter(kind__in=ADOPTING), "at"
    yield "held", quarantined(reader).with_source(), "recorded_at"
    for name, kind in _PAIRS.items():
        yield name, pairs_in_sight(reader, kind=kind), "at"
    if visitor.grants.of("reconcile"):
        plans = ImportPlan.objects.here().filter(run__state="planned")
        yield "import", plans.select_related("run", "principal"), "at"


def _waiting(kind: str, count: int, oldest: datetime | None, *, at: datetime) -> Waiting:
    return Waiting(
        kind=kind,
        title=KINDS[kind],
        some=some(count),
        oldest=oldest,
        age=age(oldest, at=at) if oldest else "",
    )
