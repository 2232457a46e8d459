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
    """Takes items in order while their `text` fits. One too large for what is left is passed over.

    Where not even the first fits, it is cut to the budget and marked `truncated`, so that a
    long answer is not mistaken for none.
    """
    taken: list[dict[str, Any]] = []
    used = 0
    for item in items:
        cost = tokens_of(item[text])
        if used + cost <= budget:
            taken.append(item)
            used += cost
        elif not taken and budget >= LEAST_CUT:
            cut = item[text].encode()[: budget * _BYTES_PER_TOKEN].decode(errors="ignore")
            taken.append({**item, text: cut, "truncated": True})
            used += tokens_of(cut)
    return Packed(taken, used, len(items) - len(taken))
