"""One page of the queue as cards: a fixed number of queries, however many cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import Correction, ImportPlan, Observation, Receipt
from provenance.services.correcting.grounds import is_held_back
from provenance.services.correcting.reviewers import targets_by_correction
from provenance.services.importing.shape import represent_plan, with_acts
from provenance.services.reading.corrections import represent_to
from provenance.services.reading.reader import Reader
from provenance.services.reading.support import NONE, support_of
from provenance.services.reading.unresolved import represent_pairs
from provenance.services.receipts import OBSERVE
from provenance.services.reconciling.asked import is_reconciliation
from provenance.services.reviewing.age import age
from provenance.services.reviewing.queue.cards import (
    NO_LINE,
    Card,
    makes_fact,
    moved,
    statement_of,
)
from provenance.services.reviewing.queue.near_lineage import near_lineage
from provenance.services.reviewing.queue.rights import May, Rights, settling
from provenance.services.reviewing.queue.telling import (
    HELD,
    HELD_GROUND,
    PAIR,
    PLANNED,
    RECONCILES,
    recall_would,
)
from provenance.services.reviewing.queue.waiting import Place, waiting_page
from provenance.services.reviewing.queue.would import Would
from provenance.services.reviewing.queue.would_change import would_change
from provenance.services.reviewing.visitor import Visitor

PROPOSALS = ("change", "fact")
PAIRS = ("contradiction", "conflict", "equivalent")


@dataclass(frozen=True, kw_only=True)
class QueuePage:
    """Cards in order, the rows whose words they show, and the last id where more follow."""

    cards: Sequence[Card]
    rows: Sequence[Observation]
    onward: UUID | None


def queue_page(
    visitor: Visitor, *, kind: str | None, oldest_first: bool, after: UUID | None, size: int
) -> QueuePage:
    """One page of what waits. Writes nothing: the door records whom it showed what."""
    places, onward = waiting_page(
        visitor, kind=kind, oldest_first=oldest_first, after=after, size=size
    )
    return cards_of(visitor, places, onward=onward)


def cards_of(visitor: Visitor, places: Sequence[Place], *, onward: UUID | None = None) -> QueuePage:
    """The cards of these places, in their order."""
    reader = visitor.reader()
    made = {card.id: card for card in _cards(visitor, reader, places)}
    cards = [made[place.id] for place in places if place.id in made]
    rows = {one.observation.id: one.observation for card in cards for one in card.about}
    return QueuePage(cards=cards, rows=list(rows.values()), onward=onward)


def _cards(visitor: Visitor, reader: Reader, places: Sequence[Place]) -> Iterator[Card]:
    rights = Rights(visitor)
    proposals = [place for place in places if place.kind in PROPOSALS]
    held = [place for place in places if place.kind == "held"]
    pairs = [place for place in places if place.kind in PAIRS]
    about = targets_by_correction([place.row for place in proposals])
    seen = [*(row for rows in about.values() for row in rows), *(one.row for one in held)]
    reader.as_seen(seen)
    first = [rows[0].id for rows in about.values() if rows] + [one.id for one in held]
    known = _Known(support=support_of(first), near=near_lineage(first, reader=reader))
    yield from _proposals(reader, proposals, about=about, rights=rights, known=known)
    yield from _held(held, rights=rights, known=known, at=reader.at)
    yield from _pairs(reader, pairs, visitor=visitor)
    yield from _imports([place for place in places if place.kind == "import"], at=reader.at)


@dataclass(frozen=True, kw_only=True)
class _Known:
    support: Any
    near: Any

    def of(self, row: Observation | None) -> dict[str, Any]:
        if row is None:
            return {}
        return {
            "support": self.support.get(row.id, NONE),
            "lineage": self.near.get(row.id, NO_LINE),
        }


def _proposals(
    reader: Reader,
    places: Sequence[Place],
    *,
    about: dict[UUID, list[Observation]],
    rights: Rights,
    known: _Known,
) -> Iterator[Card]:
    if not places:
        return
    rows: list[Correction] = [place.row for place in places]
    woulds = would_change(reader, rows, targets=about)
    for place, told in zip(places, represent_to(reader, rows), strict=True):
        targets, would = about[place.id], woulds[place.id]
        yield Card(
            kind=place.kind,
            id=place.id,
            since=place.row.at,
            age=age(place.row.at, at=reader.at),
            may=rights.decide(place.row, targets),
            about=moved(targets, would),
            told=told,
            would=would,
            statement=statement_of(told, targets),
            recall=[HELD_GROUND]
            if makes_fact(told) and is_held_back(targets)
            else recall_would(would, makes_fact=makes_fact(told), of=len(targets)),
            **known.of(targets[0] if targets else None),
        )


def _held(
    places: Sequence[Place], *, rights: Rights, known: _Known, at: datetime
) -> Iterator[Card]:
    if not places:
        return
    receipts = Receipt.objects.here().filter(
        observation_id__in=[place.id for place in places], act=OBSERVE, outcome="accepted"
    )
    rules = dict(receipts.values_list("observation_id", "rule"))
    for place in places:
        yield Card(
            kind=place.kind,
            id=place.id,
            since=place.row.recorded_at,
            age=age(place.row.recorded_at, at=at),
            may=rights.over([place.row]),
            about=moved([place.row], Would()),
            recall=[HELD],
            rule=rules.get(place.id),
            **known.of(place.row),
        )


def _pairs(reader: Reader, places: Sequence[Place], *, visitor: Visitor) -> Iterator[Card]:
    if not places:
        return
    ids = {end for place in places for end in (place.row.observation_id, place.row.other_id)}
    rows = list(reader.observations().filter(id__in=ids).with_source())
    ends = {row.id: row for row in reader.as_seen(rows)}
    told = represent_pairs([place.row for place in places], reader=reader)
    rights = settling(visitor, [place.row for place in places])
    for place, pair in zip(places, told, strict=True):
        both = [ends.get(place.row.other_id), ends.get(place.row.observation_id)]
        yield Card(
            kind=place.kind,
            id=place.id,
            since=place.row.at,
            age=age(place.row.at, at=reader.at),
            may=rights[place.id],
            about=moved([end for end in both if end is not None], Would()),
            told=pair,
            likeness=pair["likeness"] and round(100 * pair["likeness"]["value"]),
            recall=[PAIR],
        )


def _imports(places: Sequence[Place], *, at: datetime) -> Iterator[Card]:
    if not places:
        return
    rows = ImportPlan.objects.here().filter(id__in=[place.id for place in places])
    plans = {plan.id: plan for plan in with_acts(rows)}
    for place in places:
        told = represent_plan(plans[place.id])
        yield Card(
            kind=place.kind,
            id=place.id,
            since=place.row.at,
            age=age(place.row.at, at=at),
            may=May(),
            told=told,
            recall=[RECONCILES if is_reconciliation(plans[place.id]) else PLANNED],
        )
