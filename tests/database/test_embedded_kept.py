"""A child that dies again and again waits longer each time, and never for ever."""

import sys

from memoryapp.embedded import kept as keeping
from memoryapp.embedded.child import Child
from memoryapp.embedded.kept import Kept
from memoryapp.embedded.processes import Command, until

DIES = Command(name="worker", arguments=[sys.executable, "-c", "raise SystemExit(3)"])


class Clock:
    """A clock that moves only when it is told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


def begin() -> Child:
    child = Child(DIES, show=lambda line: None)
    assert until(lambda: child.ended, seconds=30)
    return child


def test_the_pauses_double_up_to_thirty_seconds_and_begin_anew_after_a_long_life(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(keeping, "time", clock)
    kept, told = Kept(begin()), []
    for _ in range(7):
        told.append(kept.mourn())
        assert kept.mourn() is None
        clock.now += 30
        kept.return_when_due(begin)
    clock.now += 31
    told.append(kept.mourn())
    words = "worker ended by itself with code 3; it is started again in {} s."
    assert told == [words.format(pause) for pause in (1, 2, 4, 8, 16, 30, 30, 1)]


def test_nothing_is_begun_before_its_pause_is_over(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(keeping, "time", clock)
    kept = Kept(begin())
    first = kept.child
    kept.mourn()
    clock.now += 0.5
    kept.return_when_due(begin)
    assert kept.child is first
    clock.now += 0.5
    kept.return_when_due(begin)
    assert kept.child is not first
    kept.child.stop(grace=0)
