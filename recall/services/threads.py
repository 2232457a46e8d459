"""A hit may bring the turns around it in its session along: what was asked, what was answered."""

from collections.abc import Iterator
from itertools import chain
from typing import Any
from uuid import UUID

from provenance.models import Observation
from provenance.services.reading.reader import Reader
from provenance.services.reading.representation import represent_observations
from recall.services.packing import Packed, tokens_of
from recall.services.question import Question
from recall.services.ranking.surroundings import surroundings
from recall.services.standing import omissions, show_as_stood

MOST_NEIGHBOURS = 2
BEFORE, AFTER = "before", "after"


def with_neighbours(
    packed: Packed, *, allowed: Any, question: Question, reader: Reader, left: int
) -> Packed:
    """The items with their neighbours as `context`, in the `left` tokens of the budget.

    The nearest first, of the best item first, whole or not at all, each once: what is an item
    itself is none's neighbour. Only allowed rows that hold, as items do. Without `neighbours` asked
    for, the items as they are.
    """
    if not question.neighbours or not packed.items:
        return packed
    hits = [UUID(item["observation"]) for item in packed.items]
    wanted = _wanted(hits, allowed=allowed, most=question.neighbours)
    shown = _represented({place for _, _, place in wanted}, question=question, reader=reader)
    context: dict[UUID, dict[str, list[Any]]] = {one: {BEFORE: [], AFTER: []} for one in hits}
    used = 0
    for hit, side, position in wanted:
        item = shown.get(position)
        if item is None or UUID(item["observation"]) in context:
            continue
        if (cost := tokens_of(item["content"])) <= left - used:
            del shown[position]
            used += cost
            context[hit][side].append({**item, "score": None, "context_of": str(hit)})
    for around in context.values():
        around[BEFORE].reverse()
    items = [
        {**item, "context": context[hit]} for hit, item in zip(hits, packed.items, strict=True)
    ]
    return Packed(items, packed.used + used, packed.left_out)


def brought_along(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The neighbours that an item of an answer brings."""
    return chain.from_iterable(item.get("context", {}).values())


def _wanted(hits: list[UUID], *, allowed: Any, most: int) -> list[tuple[UUID, str, int]]:
    """(hit, side, ledger position), in the order in which they are to be taken."""
    rows = Observation.objects.here().filter(id__in=hits)
    places = dict(rows.values_list("id", "position"))
    found = surroundings(allowed=allowed, positions=list(places.values()))
    around = {hit: found[places[hit]] for hit in hits}
    return [
        (hit, side, neighbours[distance])
        for distance in range(most)
        for hit in hits
        for side, neighbours in ((BEFORE, around[hit].before), (AFTER, around[hit].after))
        if distance < len(neighbours)
    ]


def _represented(
    positions: set[int], *, question: Question, reader: Reader
) -> dict[int, dict[str, Any]]:
    """The observations that hold, as every answer shows them, by their ledger positions."""
    gone = omissions(positions=positions, as_of=question.as_of)
    rows = list(
        Observation.objects.here().filter(position__in=positions - gone.keys()).with_source()
    )
    items = represent_observations(rows, reader=reader)
    places = [row.position for row in rows]
    show_as_stood(items, positions=places, as_of=question.as_of)
    return dict(zip(places, items, strict=True))
