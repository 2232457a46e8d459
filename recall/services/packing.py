"""Fits the answer into its token budget: what tells most for its length, cuts marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

TOKENIZER = "utf8-bytes/4"
_BYTES_PER_TOKEN = 4
# A cut item of fewer tokens tells too little to be worth its place.
LEAST_CUT = 32


@dataclass(frozen=True)
class Packed:
    """What fits, what it costs, and how many items did not fit."""

    items: list[dict[str, Any]]
    used: int
    left_out: int


def tokens_of(text: str) -> int:
    """The size of a text in tokens, estimated as a quarter of its UTF-8 bytes, rounded up."""
    return -(-len(text.encode()) // _BYTES_PER_TOKEN)


def pack(items: list[dict[str, Any]], *, budget: int, text: str = "content") -> Packed:
    """Takes items in order while their `text` fits.

    One too large for what is left is cut to half of it and marked `truncated`, so that long
    evidence is neither lost nor the whole answer; where the cut would tell too little, it is
    left out. A first item is cut to all that there is, where half would be too little.
    """
    taken: list[dict[str, Any]] = []
    used = 0
    for item in items:
        cost = tokens_of(item[text])
        if used + cost <= budget:
            taken.append(item)
            used += cost
        elif room := _room(left=budget - used, first=not taken):
            taken.append(_cut(item, text=text, tokens=room))
            used += tokens_of(taken[-1][text])
    return Packed(taken, used, len(items) - len(taken))


def pack_best(
    items: list[dict[str, Any]], *, values: Sequence[float], budget: int, text: str = "content"
) -> Packed:
    """As `pack`, where not all fit: what tells most and newest for its tokens is taken whole.

    `values` are the items' chances to be evidence, 0–1, the best item first. The best is taken
    whole where it fits. Then, again and again, the item of the most value for each token, less as
    far as its words stand in one that is taken already; of equals the better ranked. What is left
    of the budget goes to the best of the rest, cut as `pack` cuts. The order stays the items' own.
    """
    costs = [max(1, tokens_of(item[text])) for item in items]
    if sum(costs) <= budget:
        return pack(items, budget=budget, text=text)
    whole, left = _densest([_words(item[text]) for item in items], values, costs, budget=budget)
    taken = {place: items[place] for place in whole}
    for place in range(len(items)):
        if place not in taken and (room := _room(left=left, first=not taken)):
            taken[place] = _cut(items[place], text=text, tokens=room)
            left -= tokens_of(taken[place][text])
    kept = [taken[place] for place in sorted(taken)]
    return Packed(kept, sum(tokens_of(item[text]) for item in kept), len(items) - len(kept))


def _densest(
    words: Sequence[frozenset[str]], values: Sequence[float], costs: Sequence[int], *, budget: int
) -> tuple[list[int], int]:
    """The places of those taken whole, and the tokens that are left."""
    taken: list[int] = []
    new = [1.0] * len(words)
    waiting, left = set(range(len(words))), budget
    while fitting := [place for place in sorted(waiting) if costs[place] <= left]:
        best = max(fitting, key=lambda place: (values[place] * new[place] / costs[place], -place))
        chosen = fitting[0] if not taken and fitting[0] == 0 else best
        taken.append(chosen)
        waiting.discard(chosen)
        left -= costs[chosen]
        for place in waiting:
            new[place] = min(new[place], 1 - _alike(words[place], words[chosen]))
    return taken, left


def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of common words (Jaccard)."""
    return len(one & other) / len(one | other) if one and other else 0.0


def _cut(item: dict[str, Any], *, text: str, tokens: int) -> dict[str, Any]:
    """The item's beginning, marked."""
    begun = item[text].encode()[: tokens * _BYTES_PER_TOKEN].decode(errors="ignore")
    return {**item, text: begun, "truncated": True}


def _room(*, left: int, first: bool) -> int:
    """The tokens that a cut item may take of those that are left; 0 where it is not worth it."""
    if left // 2 >= LEAST_CUT:
        return left // 2
    return left if first and left >= LEAST_CUT else 0
