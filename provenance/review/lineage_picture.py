"""A lineage as a picture: sources above, what came of them below."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import east_asian_width
from uuid import UUID

from provenance.services.reviewing.lineage import Edge, Lineage, Node

_BOX, _TALL = 204, 48
_BESIDE, _BELOW, _MARGIN = 20, 46, 4
_LETTERS = 24
_ABREAST = 5


@dataclass(frozen=True, kw_only=True)
class Box:
    """A node in its place; x and y are of its upper left corner."""

    node: Node
    x: int
    y: int
    excerpt: str
    width: int = _BOX
    height: int = _TALL


@dataclass(frozen=True, kw_only=True)
class Curve:
    """An edge as an SVG path, with its arrowhead and the place of its name.

    `label` is what is written there: the names of all edges that have this place, on one of them.
    """

    relation: str
    label: str = ""
    path: str
    arrow: str
    x: int
    y: int

    @property
    def context(self) -> bool:
        """True for an answer: context, not derivation."""
        return self.relation == "responds_to"


@dataclass(frozen=True, kw_only=True)
class Picture:
    """Everything that the drawing needs, in user units of one CSS pixel."""

    boxes: Sequence[Box]
    curves: Sequence[Curve]
    width: int
    height: int


def draw(lineage: Lineage) -> Picture:
    """The picture of a graph whose edges point from later nodes to earlier ones."""
    rows = [part for row in _levels(lineage) for part in _wrapped(row)]
    widest = max(len(row) for row in rows)
    width = widest * (_BOX + _BESIDE) - _BESIDE + 2 * _MARGIN
    boxes: dict[UUID, Box] = {}
    for level, row in enumerate(rows):
        indent = (width - len(row) * (_BOX + _BESIDE) + _BESIDE) // 2
        for column, node in enumerate(row):
            boxes[node.id] = Box(
                node=node,
                x=indent + column * (_BOX + _BESIDE),
                y=_MARGIN + level * (_TALL + _BELOW),
                excerpt=_shortened("held back" if node.hidden else node.text),
            )
    height = len(rows) * (_TALL + _BELOW) - _BELOW + 2 * _MARGIN
    curves = _labelled([_curve(edge, boxes) for edge in lineage.edges])
    return Picture(boxes=list(boxes.values()), curves=curves, width=width, height=height)


def _levels(lineage: Lineage) -> list[list[Node]]:
    """The nodes by level: each below all of its sources, which have earlier positions."""
    sources = defaultdict(list)
    for edge in lineage.edges:
        sources[edge.later].append(edge.earlier)
    level: dict[UUID, int] = {}
    levels: list[list[Node]] = []
    for node in sorted(lineage.nodes.values(), key=lambda one: one.position):
        # An answer may have come before what it answers: that edge alone points down.
        above = [level[source] for source in sources[node.id] if source in level]
        level[node.id] = 1 + max(above, default=-1)
        if level[node.id] == len(levels):
            levels.append([])
        levels[level[node.id]].append(node)
    return levels


def _wrapped(row: list[Node]) -> list[list[Node]]:
    return [row[first : first + _ABREAST] for first in range(0, len(row), _ABREAST)]


def _curve(edge: Edge, boxes: Mapping[UUID, Box]) -> Curve:
    source, derived = boxes[edge.earlier], boxes[edge.later]
    x1, y1 = source.x + _BOX // 2, source.y + _TALL
    x2, y2 = derived.x + _BOX // 2, derived.y - 7
    # Down beside what lies between, then across in the gap above the derived one.
    turn = max(y1, derived.y - _BELOW)
    bend = (y2 - turn) // 2
    return Curve(
        relation=edge.relation,
        path=f"M{x1} {y1}V{turn}C{x1} {turn + bend} {x2} {y2 - bend} {x2} {y2}",
        arrow=f"{x2 - 4},{y2} {x2 + 4},{y2} {x2},{y2 + 7}",
        # Below its source, where no other edge's name stands.
        x=x1,
        y=turn + 16,
    )


def _labelled(curves: list[Curve]) -> list[Curve]:
    names: dict[tuple[int, int], list[str]] = defaultdict(list)
    for curve in curves:
        names[curve.x, curve.y].append(curve.relation)
    return [
        replace(curve, label=", ".join(dict.fromkeys(names.pop((curve.x, curve.y), ()))))
        for curve in curves
    ]


def _shortened(text: str) -> str:
    """The first words, as far as the box reaches; characters of East Asia are twice as wide."""
    shown, room = "", _LETTERS
    for letter in " ".join(text[:200].split()):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return shown.rstrip() + "…"
        shown += letter
    return shown
