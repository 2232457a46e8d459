"""Several decisions at once: what they come to together, and which of them the visitor may take."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from provenance.models import Observation
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.queue.cards import Card, makes_fact
from provenance.services.reviewing.queue.queue import cards_of
from provenance.services.reviewing.queue.telling import recall_would, statements_would
from provenance.services.reviewing.queue.waiting import Place, quarantined, undecided
from provenance.services.reviewing.queue.would import Move, Sight, Would
from provenance.services.reviewing.visitor import Visitor
from provenance.services.standing.changes import changes_for
from provenance.services.standing.region import Supposed
from provenance.services.standing.rules import EFFECTS, Act

MOST = 50
# Decisions that are yet to come have positions after all others, in the order of the page.
_TO_COME = 2**62


@dataclass(frozen=True, kw_only=True)
class Joint:
    """What a person sees before they decide on several.

    `cards` can be decided by the visitor, `refused` cannot, and say why; `gone` are named and wait
    no more, or are not for the visitor to see. `would` and `recall` are of all together. `clashes`
    name those that decide on one observation.
    """

    cards: Sequence[Card]
    refused: Sequence[Card]
    gone: int
    would: Would
    recall: Sequence[str]
    rows: Sequence[Observation]
    clashes: Sequence[str] = ()


def joint_of(visitor: Visitor, *, items: Sequence[tuple[str, UUID]], accepting: bool) -> Joint:
    """What accepting (or rejecting) these comes to. Writes nothing, but reads the whole region."""
    reader = visitor.reader()
    page = cards_of(visitor, _places(reader, items))
    cards = [card for card in page.cards if card.may.refusal is None]
    refused = [card for card in page.cards if card.may.refusal is not None]
    proposals = [card for card in cards if card.kind != "held"] if accepting else []
    would = _together(reader, proposals)
    facts = sum(makes_fact(card.told) for card in proposals)
    recall = recall_would(would, makes_fact=False, of=0) if proposals else []
    if facts:
        recall = [statements_would(facts), *recall]
    return Joint(
        cards=cards,
        refused=refused,
        gone=len(items) - len(page.cards),
        would=would,
        recall=recall,
        rows=page.rows,
        clashes=list(_clashes(cards)) if accepting else [],
    )


def _clashes(cards: Sequence[Card]) -> Iterator[str]:
    """Which of the cards, by their numbers on the page, would move one observation."""
    numbers: dict[UUID, list[int]] = {}
    for number, card in enumerate(cards, start=1):
        if card.kind != "held" and card.told["kind"] in EFFECTS:
            for one in card.about:
                numbers.setdefault(one.observation.id, []).append(number)
    for together in dict.fromkeys(tuple(found) for found in numbers.values() if found[1:]):
        some = str(len(together)) if together[2:] else "Two"
        named = f"{', '.join(map(str, together[:-1]))} and {together[-1]}"
        yield f"{some} of these are about the same observation ({named}): the later one decides."


def _places(reader: Reader, items: Sequence[tuple[str, UUID]]) -> list[Place]:
    held = quarantined(reader).filter(id__in=[one for kind, one in items if kind == "held"])
    open_ones = undecided(reader).filter(id__in=[one for kind, one in items if kind != "held"])
    rows = {row.id: row for row in [*held.with_source(), *open_ones]}
    return [Place(kind=kind, id=one, row=rows[one]) for kind, one in items if one in rows]


def _together(reader: Reader, proposals: Sequence[Card]) -> Would:
    acts = [
        Act(one.observation.id, card.told["kind"], _TO_COME + place)
        for place, card in enumerate(proposals)
        if card.told["kind"] in EFFECTS
        for one in card.about
    ]
    if not acts:
        return Would()
    ids = {act.observation for act in acts}
    changes = changes_for(ids, suppose=Supposed(accepted=acts))
    moves = [Move(one.observation_id, one.before, one.after) for one in changes.standings]
    sight = Sight(
        reader,
        moves=[move.id for move in moves],
        facts=[fact.fact_id for fact in changes.facts],
    )
    return sight.of(moves, changes.facts, targets=ids)
