"""Whoever embeds holds what it works on: nobody does it twice, and nothing is lost with a worker."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event

import pytest
from django.db import connections

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import IndexWork
from recall import tasks
from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.models import Embedding
from recall.services import sweep as sweeping
from recall.services.embed import embed_pending
from recall.services.held_work import HOLD, take
from recall.services.sweep import sweep
from recall.services.tenants import with_work
from tests.contract.saying import say


class Watched:
    """The embedder of the tests; notes the texts, and may wait or fail on the way."""

    def __init__(self, *, before=lambda texts: None):
        self._real, self._before, self.texts = current_embedder(), before, []
        self.name, self.revision = self._real.name, self._real.revision
        self.dimension, self.lexical = self._real.dimension, self._real.lexical

    def embed_passages(self, *, texts):
        self.texts += texts
        self._before(texts)
        return self._real.embed_passages(texts=texts)


def here(person) -> Tenancy:
    return Tenancy(person.workspace_id)


def now() -> datetime:
    return datetime.now(UTC)


def said(person, count: int) -> None:
    for number in range(count):
        say(person, f"Sentence number {number} about the harbour.", session_id=f"s{number}")


def embedded(person, embedder, *, at=None, limit=64) -> int:
    return embed_pending(tenancy=here(person), embedder=embedder, at=at or now(), limit=limit)


def rows(person, model) -> int:
    with workspace(person.caller):
        return int(model.objects.here().count())


def test_two_workers_at_once_share_the_work(ada):
    said(ada, 20)
    both = Barrier(2, timeout=30)
    workers = [Watched(before=lambda texts: both.wait()) for _ in range(2)]

    def work(embedder) -> int:
        try:
            return embedded(ada, embedder, limit=10)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(work, workers)) == [10, 10]
    assert not set(workers[0].texts) & set(workers[1].texts)
    assert (rows(ada, Embedding), rows(ada, IndexWork)) == (20, 0)


def test_what_a_worker_has_in_hand_is_free_again_when_it_dies(ada):
    said(ada, 3)
    begun = now()

    # Killed, it could not even give back: the hold is all that is left of it.
    taken = take(tenancy=here(ada), label="hashing@1", at=begun, limit=64)
    assert len(taken) == 3
    other = Watched()
    assert embedded(ada, other, at=begun + HOLD - timedelta(seconds=1)) == 0
    assert here(ada) not in with_work(at=begun + HOLD - timedelta(seconds=1))
    assert here(ada) in with_work(at=begun + HOLD)
    assert embedded(ada, other, at=begun + HOLD) == 3
    assert (rows(ada, Embedding), rows(ada, IndexWork)) == (3, 0)


def test_a_worker_that_comes_back_after_its_hold_stores_nothing_twice(ada):
    said(ada, 2)
    begun = now()

    def another_is_quicker(texts) -> None:
        assert embedded(ada, Watched(), at=begun + HOLD) == 2

    assert embedded(ada, Watched(before=another_is_quicker), at=begun) == 2
    assert (rows(ada, Embedding), rows(ada, IndexWork)) == (2, 0)


def test_what_was_not_taken_for_its_length_is_not_held(ada):
    say(ada, "word " * 1_000, session_id="long")
    said(ada, 2)
    begun = now()
    assert embedded(ada, Watched(), at=begun, limit=2) == 1
    assert embedded(ada, Watched(), at=begun, limit=2) == 2


def test_an_embedder_that_fails_lets_go_and_waits_longer_each_time(ada):
    said(ada, 1)

    def fail(texts) -> None:
        raise EmbedderUnavailable("gone")

    waits, at = [], now()
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            embedded(ada, Watched(before=fail), at=at)
        with workspace(ada.caller):
            due = IndexWork.objects.here().get().not_before
        waits.append((due - at).total_seconds())
        at = due
    assert waits == [5, 10, 20]


def test_a_sweep_that_runs_out_of_time_says_so_and_the_next_one_goes_on(ada, monkeypatch):
    monkeypatch.setattr(sweeping, "BATCH", 2)
    said(ada, 5)
    late = sweep(at=now(), only=here(ada), seconds=-1)
    assert (late.vectors, late.finished) == (0, False)
    assert sweep(at=now(), only=here(ada)) == sweeping.Swept(vectors=5, finished=True)


def test_a_batch_that_has_begun_is_finished_and_no_other_begins(ada, monkeypatch):
    monkeypatch.setattr(sweeping, "BATCH", 2)
    said(ada, 6)
    clock = [0.0]

    def slowly(**given) -> int:
        clock[0] += 11
        return embed_pending(**given)

    monkeypatch.setattr(sweeping, "embed_pending", slowly)
    monkeypatch.setattr(sweeping, "monotonic", lambda: clock[0])
    swept = sweep(at=now(), only=here(ada), seconds=10)
    assert (swept.vectors, swept.finished) == (2, False)
    assert rows(ada, IndexWork) == 4


def test_workspaces_take_turns_so_that_a_large_one_keeps_nobody_waiting(stage, monkeypatch):
    monkeypatch.setattr(sweeping, "BATCH", 2)
    said(stage.ada, 6)
    say(stage.mallory, "The other workspace says one thing only.")
    order = []

    ours, theirs = here(stage.ada), here(stage.mallory)

    def note(*, tenancy, **given) -> int:
        # Of what other tests have left, a successor may be on its way.
        if tenancy in (ours, theirs):
            order.append(tenancy)
        return embed_pending(tenancy=tenancy, **given)

    monkeypatch.setattr(sweeping, "with_work", lambda at: [ours, theirs])
    monkeypatch.setattr(sweeping, "embed_pending", note)
    sweep(at=now())
    assert order == [ours, theirs, ours, theirs, ours, ours]


@pytest.mark.parametrize("seconds", [-1.0, 60.0])
def test_a_task_is_bounded_and_hurries_what_it_leaves(ada, monkeypatch, seconds):
    said(ada, 1)
    told = Event()
    monkeypatch.setattr(tasks, "TASK_SECONDS", seconds)
    monkeypatch.setattr(tasks, "hurry", lambda workspace_id: told.set())
    done = tasks.index_workspace(str(ada.workspace_id))
    assert (done, told.is_set()) == ((0, True) if seconds < 0 else (1, False))


def test_the_sweep_of_the_clock_is_bounded_too(monkeypatch):
    asked = []
    monkeypatch.setattr(
        tasks, "sweep_now", lambda **given: asked.append(given) or sweeping.Swept(7, True)
    )
    assert tasks.sweep() == 7
    assert asked[0]["seconds"] == tasks.TASK_SECONDS
