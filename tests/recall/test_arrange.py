"""Large workspaces are searched by cells: nearly exactly, whoever lives beside them."""

import numpy as np
import pytest

from benchmarks.clustered import World
from provenance.database.tenancy import workspace
from recall.models import Arrangement, Embedding, VectorCell
from recall.services import arrange as arranging
from recall.services import sweep as sweeping
from recall.services.arrange import arrange, arrange_anew
from recall.services.embed import label_of
from recall.services.tenants import to_arrange
from recall.services.verify_readings import check_readings
from tests.contract.saying import say
from tests.recall.vectors import LABEL, NOW, cells, found, put, share_found, tenancy

PAST = -1.0  # on the monotonic clock


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Thresholds that a test reaches: exact up to 200 vectors, 120 of 600 are read."""
    for name, value in {
        "EXACT_UP_TO": 200,
        "PER_CELL": 12,
        "READ": 240,
        "UNPLACED": 20,
        "BATCH": 100,
    }.items():
        monkeypatch.setattr(arranging, name, value)


def arranged(person, **more) -> bool:
    return arrange(tenancy=tenancy(person), embedder=LABEL, **more)


def state(person) -> Arrangement:
    with workspace(person.caller):
        return Arrangement.objects.here().get(embedder=LABEL)


def numbers(person) -> list[int]:
    with workspace(person.caller):
        rows = VectorCell.objects.here().filter(embedder=LABEL).order_by("number")
        return list(rows.values_list("number", flat=True))


@pytest.mark.parametrize("size", [100, 200, 201, 800])
def test_what_is_found_is_what_exact_search_finds_beside_a_crowd(stage, size):
    world = World(seed=size)
    vectors, questions = world.texts(size), world.questions(30)
    put(stage.mallory, world.texts(1_000))
    put(stage.ada, vectors)
    assert arranged(stage.mallory)
    assert arranged(stage.ada)
    assert any(cells(stage.ada).values()) == (size > 200)
    assert share_found(stage.ada, vectors, questions) >= (0.98 if size > 200 else 1.0)


def test_a_search_reads_a_part_of_a_large_workspace(ada):
    put(ada, World().texts(800))
    arranged(ada)
    assert len(numbers(ada)) == 800 // 12
    assert state(ada).probes == -(-240 * (800 // 12) // 800)


def test_what_says_the_same_is_found_in_a_share_of_the_cells(ada):
    world = World(seed=5)
    vectors = world.texts(800)
    put(ada, vectors)
    arranged(ada)
    asked = {number: vectors[number] for number in range(0, 800, 40)}
    alike = [found(ada, vector, limit=1, share=1 / 8) for vector in asked.values()]
    assert alike == [[number + 1] for number in asked]
    few = found(ada, vectors[0], limit=800, near=800, share=1 / 8)
    assert 1 <= len(few) < 400, "a share of the cells, and nothing beyond"


def test_what_is_new_is_found_before_it_is_placed_and_placed_when_it_is_many(ada):
    world = World()
    put(ada, world.texts(300))
    arranged(ada)
    new = world.texts(20)
    put(ada, new[:19], first=1001)
    assert arranged(ada)
    assert {cells(ada)[position] for position in range(1001, 1020)} == {0}
    assert found(ada, new[7], limit=1) == [1008]
    put(ada, new[19:], first=1020)
    assert arranged(ada)
    assert 0 not in cells(ada).values()
    assert found(ada, new[7], limit=1) == [1008]


def test_while_vectors_move_nothing_is_missed(ada, monkeypatch):
    world = World(seed=3)
    vectors, questions = world.texts(500), world.questions(15)
    put(ada, vectors[:300])
    arranged(ada)
    put(ada, vectors[300:], first=301)
    arranged(ada)
    arrange_anew(tenancy=tenancy(ada), embedder=LABEL)
    before = set(numbers(ada))
    clock = iter([0.0, 0.0, 0.0, 9.0])
    monkeypatch.setattr(arranging, "monotonic", lambda: next(clock))
    assert not arranged(ada, end=5.0)
    assert before < set(numbers(ada)), "old cells stay until they are empty"
    moved = {cell not in before for cell in cells(ada).values()}
    assert moved == {True, False}
    assert share_found(ada, vectors, questions) >= 0.98
    assert tenancy(ada) in to_arrange()
    monkeypatch.undo()
    assert arranged(ada)
    assert not before & set(numbers(ada))
    assert set(cells(ada).values()) <= set(numbers(ada))
    assert tenancy(ada) not in to_arrange()


def test_cells_are_made_anew_when_the_workspace_has_doubled(ada):
    world = World()
    put(ada, world.texts(250))
    arranged(ada)
    first = state(ada).first
    put(ada, world.texts(249), first=251)
    arranged(ada)
    assert arranged(ada)
    assert state(ada).first == first
    put(ada, world.texts(30), first=500)
    arranged(ada)
    assert arranged(ada)
    assert (state(ada).first > first, state(ada).vectors) == (True, 529)
    assert len(numbers(ada)) == 529 // 12


def test_out_of_time_nothing_is_begun_and_it_says_so(ada):
    put(ada, World().texts(250))
    assert not arranged(ada, end=PAST)
    assert numbers(ada) == []


def test_a_filter_that_few_pass_is_answered_from_more_of_the_workspace(ada):
    world = World()
    vectors, question = world.texts(800), world.questions(1)[0]
    put(ada, vectors)
    few = list(range(1, 800, 80))
    exact = sorted(few, key=lambda position: -float(vectors[position - 1] @ question))
    assert found(ada, question, position__in=few) == exact
    arranged(ada)
    assert set(found(ada, question, limit=3, position__in=few)) & set(exact[:3])


def test_of_equally_near_ones_the_newest_come_first_even_where_not_all_are_looked_at(ada):
    vectors = World().texts(260)
    vectors[100:140] = vectors[100]
    put(ada, vectors)
    newest = [140, 139, 138]
    assert found(ada, vectors[100], limit=3, near=3) == newest
    arranged(ada)
    assert found(ada, vectors[100], limit=3, near=3) == newest


def test_the_vectors_of_two_embedders_never_meet(ada):
    world = World()
    ours, theirs = world.texts(250), world.texts(250)
    put(ada, ours)
    put(ada, theirs, first=1001, label="other@1")
    arranged(ada)
    arrange(tenancy=tenancy(ada), embedder="other@1")
    for vector in (*ours[:5], *theirs[:5]):
        assert max(found(ada, vector)) <= 250
    with workspace(ada.caller):
        used = VectorCell.objects.here().values_list("embedder", "number")
        lies = Embedding.objects.here().values_list("embedder", "cell")
        assert set(lies) <= set(used)


def test_of_two_who_find_cells_at_once_one_is_heard(ada, monkeypatch):
    put(ada, World().texts(250))
    real, inside = arranging.find_centroids, []

    def meanwhile(vectors, *, count):
        if not inside:
            inside.append(1)
            arranged(ada)
        return real(vectors, count=count)

    monkeypatch.setattr(arranging, "find_centroids", meanwhile)
    assert arranged(ada)
    assert len(numbers(ada)) == 250 // 12
    assert set(cells(ada).values()) <= set(numbers(ada))


def test_p15_a_vector_in_a_cell_that_no_search_reads_is_found_by_the_verification(ada):
    say(ada, "The lighthouse keeper retires in the spring.")
    sweeping.sweep(at=NOW.replace(year=2100), only=tenancy(ada))
    assert list(check_readings(tenancy(ada), lambda check, count: None)) == []
    with workspace(ada.caller):
        Embedding.objects.here().update(cell=7)
    (finding,) = check_readings(tenancy(ada), lambda check, count: None)
    assert (finding.table, "cell" in finding.what) == ("embedding", True)


def test_the_sweep_arranges_what_it_has_filled_and_goes_on_where_it_stopped(ada, monkeypatch):
    monkeypatch.setattr(arranging, "EXACT_UP_TO", 5)
    for number in range(6):
        say(ada, f"Sentence number {number} about the harbour.", session_id=f"s{number}")
    at, calls = NOW.replace(year=2100), []
    label = label_of(sweeping.current_embedder())
    monkeypatch.setattr(arranging, "arrange", lambda **given: bool(calls.append(given)))
    assert not sweeping.sweep(at=at, only=tenancy(ada), seconds=600).finished
    assert (calls[0]["tenancy"], calls[0]["embedder"]) == (tenancy(ada), label)
    monkeypatch.setattr(arranging, "arrange", arrange)
    monkeypatch.setattr(arranging, "_place_batch", lambda *given: None)
    clock = iter([0.0, 0.0, 9.0])
    monkeypatch.setattr(arranging, "monotonic", lambda: next(clock))
    assert not arrange(tenancy=tenancy(ada), embedder=label, end=5.0)
    monkeypatch.undo()
    assert tenancy(ada) in to_arrange()
    assert sweeping.sweep(at=at, only=tenancy(ada)).finished
    assert tenancy(ada) not in to_arrange()
    assert 0 not in cells(ada).values()


def test_a_rebuild_finds_cells_for_what_it_made(ada, monkeypatch):
    from recall.services.rebuild import rebuild

    monkeypatch.setattr(arranging, "EXACT_UP_TO", 5)
    for number in range(6):
        say(ada, f"Sentence number {number} about the harbour.", session_id=f"s{number}")
    at = NOW.replace(year=2100)
    sweeping.sweep(at=at, only=tenancy(ada))
    before = set(cells(ada).values())
    rebuild(tenancy=tenancy(ada), at=at)
    after = set(cells(ada).values())
    assert 0 not in before | after
    assert not before & after


def test_vectors_of_any_dimension_are_arranged(ada):
    vectors = np.random.default_rng(0).standard_normal((250, 5)).astype(np.float32)
    put(ada, vectors)
    arranged(ada)
    assert found(ada, vectors[17], limit=1) == [18]
