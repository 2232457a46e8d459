"""Fits the answer into its token budget: whole items in their order, cuts marked."""

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
            cut = item[text].encode()[: room * _BYTES_PER_TOKEN].decode(errors="ignore")
            taken.append({**item, text: cut, "truncated": True})
            used += tokens_of(cut)
    return Packed(taken, used, len(items) - len(taken))


def _room(*, left: int, first: bool) -> int:
    """The tokens that a cut item may take of those that are left; 0 where it is not worth it."""
    if left // 2 >= LEAST_CUT:
        return left // 2
    return left if first and left >= LEAST_CUT else 0
