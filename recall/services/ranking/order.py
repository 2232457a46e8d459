"""The order of the candidates: by their sums, with people's own words in front."""

from collections.abc import Sequence
from typing import Any

from recall.services.ranking.evidence import Column

# What `recency_weight` 1 adds to the sum of an event of now: it outweighs most of the rest.
RECENCY = 8.0
# What it adds to be of a kind that the question asks for: as much as a well matched neighbour.
KIND = 2.5
# Where a person has spoken to the question, what nobody stands behind does not come before it: the
# best few of people's own words, this far from the least to the best of the question, are in front.
_NEARLY_AS_WELL, _MOST_IN_FRONT = 0.7, 3


def in_order(sums: Column, *, persons: Sequence[bool], ids: Sequence[Any]) -> list[int]:
    """The places of the candidates, of which there is at least one, best first; ids settle ties.

    What no person stands behind comes after the best few of `persons`: those are people's words
    whose sum is nearer to the best than to the least of the question.
    """
    totals = sums.tolist()
    places = sorted(range(len(totals)), key=lambda place: (-totals[place], ids[place]))
    best, least = totals[places[0]], totals[places[-1]]
    enough = least + _NEARLY_AS_WELL * (best - least)
    near = [place for place in places if persons[place] and totals[place] >= enough]
    if not near:
        return places
    last = places.index(near[:_MOST_IN_FRONT][-1]) + 1
    front = [place for place in places[:last] if persons[place]]
    behind = [place for place in places[:last] if not persons[place]]
    return [*front, *behind, *places[last:]]
