"""The drawings place things truly."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from provenance.models import Observation
from provenance.review.clocks import clocks_of
from provenance.review.lineage_picture import draw
from provenance.review.lineage_tree import descendants_of, sources_of
from provenance.services.reviewing.lineage import Edge, Lineage, Node

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


def clocks(**times: object):
    known = {"time_basis": "claimed", "observed_at": None, "recorded_at": NOON}
    drawn = clocks_of(Observation(**{**known, **times}))
    return {lane.name: lane for lane in drawn.lanes}


def test_p07_the_clocks_share_one_scale() -> None:
    lanes = clocks(observed_at=NOON - timedelta(days=2), valid_from=NOON - timedelta(days=1))
    event, recorded, valid = (lanes[name] for name in ("event", "recorded", "valid"))
    assert event.point < valid.span[0] < recorded.point
    assert valid.span[0] - event.point == recorded.point - valid.span[0]
    assert valid.span[1] > recorded.point


def test_p07_an_unknown_event_time_has_no_place() -> None:
    event = clocks(time_basis="unknown")["event"]
    assert (event.point, event.word) == (None, "unknown")


def test_a_single_moment_stands_in_the_middle() -> None:
    lanes = clocks(observed_at=NOON, time_basis="host")
    assert lanes["event"].point == lanes["recorded"].point == 219.0
    assert lanes["valid"].word == "not stated"


def graph(edges: list[tuple[int, int]], *, text: str = "said") -> Lineage:
    """A lineage of numbered nodes; each pair is (later, earlier)."""
    numbers = sorted({number for edge in edges for number in edge})
    nodes = {
        UUID(int=number): Node(
            id=UUID(int=number),
            position=number,
            speaker="user",
            kind="turn",
            text=text,
            admitted_as="derived",
            hidden=False,
            standing="reported",
            here=number == 1,
        )
        for number in numbers
    }
    drawn = [
        Edge(later=UUID(int=later), earlier=UUID(int=earlier), relation="derived_from")
        for later, earlier in edges
    ]
    return Lineage(nodes=nodes, edges=drawn, elsewhere=[], complete=True)


def heights(lineage: Lineage) -> dict[int, int]:
    return {box.node.id.int: box.y for box in draw(lineage).boxes}


def test_p06_what_is_derived_stands_below_all_its_sources() -> None:
    y = heights(graph([(2, 1), (3, 2), (4, 1), (4, 3)]))
    assert y[1] < y[2] < y[3] < y[4]


def test_a_wide_row_is_broken_so_that_it_can_be_read() -> None:
    picture = draw(graph([(30, source) for source in range(1, 20)]))
    assert picture.width < 1200
    assert len({(box.x, box.y) for box in picture.boxes}) == 20


def test_an_excerpt_fits_its_box_in_every_script() -> None:
    latin = draw(graph([(2, 1)], text="many words " * 20)).boxes[0].excerpt
    wide = draw(graph([(2, 1)], text="金曜日に" * 20)).boxes[0].excerpt
    assert 20 < len(latin) <= 25
    assert len(wide) == 13


def test_a_tree_opens_each_node_once() -> None:
    lineage = graph([(2, 1), (3, 1), (4, 2), (4, 3)])
    below = descendants_of(lineage, start=UUID(int=1))
    assert [branch.node.id.int for branch in below] == [2, 3]
    assert [branch.branches[0].again for branch in below] == [False, True]
    above = sources_of(lineage, start=UUID(int=4))
    assert [branch.branches[0].node.id.int for branch in above] == [1, 1]


def test_names_of_edges_that_share_a_place_are_written_once() -> None:
    drawn = graph([(2, 1), (3, 1)])
    edges = [*drawn.edges, replace(drawn.edges[0], relation="quotes")]
    labels = [curve.label for curve in draw(replace(drawn, edges=edges)).curves]
    assert labels == ["derived_from, quotes", "", ""]
