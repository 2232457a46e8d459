"""The order of a ChatGPT conversation: which messages are of the branch that was kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from .lines import mapping

Nodes = Mapping[str, dict[str, Any]]


@dataclass(frozen=True)
class Placed:
    """One node in reading order. `kept` is None where the graph does not say which branch is."""

    id: str
    node: dict[str, Any]
    parent: str | None
    kept: bool | None


def placed(nodes: Nodes, *, current: object) -> list[Placed]:
    """Every node once: the branch that leads to `current`, then what was left, parents first.

    Where the graph is broken (no such node, a cycle, a lost parent), all nodes by their time, those
    without one after the others, in the order of the file.
    """
    kept = _branch(nodes, current)
    if kept is None:
        ordered = sorted(nodes, key=lambda name: _time(nodes[name]))
        return [Placed(name, nodes[name], None, None) for name in ordered]
    order = dict.fromkeys(kept)
    for name in nodes:
        for above in reversed(_upwards(nodes, name, known=order)):
            order[above] = None
    on = set(kept)
    return [Placed(name, nodes[name], _parent(nodes, name), name in on) for name in order]


def _branch(nodes: Nodes, current: object) -> list[str] | None:
    if not isinstance(current, str) or current not in nodes:
        return None
    path = _upwards(nodes, current, known={})
    top = nodes[path[-1]].get("parent")
    return path[::-1] if top is None else None


def _upwards(nodes: Nodes, name: str, *, known: Mapping[str, None]) -> list[str]:
    """From a node to the last one above it that is not known; a cycle is gone round once."""
    path: dict[str, None] = {}
    at: str | None = name
    while at is not None and at not in path and at not in known:
        path[at] = None
        at = _parent(nodes, at)
    return list(path)


def _parent(nodes: Nodes, name: str) -> str | None:
    parent = nodes[name].get("parent")
    return parent if isinstance(parent, str) and parent in nodes else None


def _time(node: dict[str, Any]) -> float:
    at = mapping(node.get("message")).get("create_time")
    if isinstance(at, bool) or not isinstance(at, int | float):
        return float("inf")
    try:
        return at if isfinite(at) else float("inf")
    except OverflowError:  # a whole number of JSON may have any number of digits
        return float("inf")
