"""What one node of an engram store holds. A node is a question with its answer, a bell, or a fact."""

import re
from typing import Any

from .inner import parsed
from .said import Said

Node = dict[str, Any]
_PLAIN = re.compile(r"\s*Q: (?P<q>.*?)\r?\n[ \t]*A: (?P<a>.*)", re.DOTALL)
# One snapshot is written again with each turn; the turns stand on their own.
HISTORY = "conv:history"


def tags(node: Node) -> list[str]:
    """The tags, which stand as a JSON array in a text."""
    value = node.get("tags")
    found = parsed(value) if isinstance(value, str) else value
    return [tag for tag in found if isinstance(tag, str)] if isinstance(found, list) else []


def said(node: Node) -> list[Said | str]:
    """The texts of a node in order, and the reason where there is none."""
    content, label, marks = node.get("content"), node.get("label"), tags(node)
    if not isinstance(content, str):
        return ["misshapen"]
    if label == HISTORY or HISTORY in marks:
        return ["rolling_history"]
    rung = node.get("node_type") == "BellEvent"
    held = ("restricted", "safety") if rung or any(_is_bell(tag) for tag in [label, *marks]) else ()
    if rung:
        return [Said("note", "system", content, labels=held)]
    if node.get("node_type") == "Conversation" and (pair := exchange(content)):
        question, answer = pair
        return [
            Said("turn", "user", question, labels=held, suffix=":q"),
            Said("turn", "assistant", answer, labels=held, suffix=":a"),
        ]
    # Who put it down is not known, nor what it was made of.
    return [Said("note", "unknown", content, labels=(*held, "covers-unknown"))]


def exchange(content: str) -> tuple[str, str] | None:
    """Question and answer of a turn, in either form; None where it is neither."""
    value = parsed(content)
    if isinstance(value, dict) and isinstance(value.get("q"), str):
        answer = value.get("a")
        return value["q"], answer if isinstance(answer, str) else ""
    plain = _PLAIN.fullmatch(content)
    return (plain["q"], plain["a"]) if plain else None


def _is_bell(tag: object) -> bool:
    return isinstance(tag, str) and (tag == "bell" or tag.startswith("bell:"))
