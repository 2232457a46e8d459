"""Keeps children running together: one log, one end for all."""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Self

from .child import Child
from .failures import SetUpError, explain
from .kept import Kept, ending
from .leftovers import Children
from .log import Log
from .processes import Command

_GRACE = 10.0
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):  # noqa: N818 - nothing went wrong: somebody asked
    """Ctrl-C, SIGTERM, or the end of the process that the supervisor was started by."""


class Supervisor:
    """Starts children in order and stops every one that it started, and nothing else.

    `with Supervisor(…) as keeper:` in the main thread; leaving the block stops all children.
    Every method raises Stopped once somebody asked for the end, and SetUpError once a child that
    should live has ended. Those that were spared are begun again instead.
    """

    def __init__(self, *, data: Path, log: Log, stop_with_parent: bool = False) -> None:
        self._data = data
        self._log = log
        self._foundations: list[Kept] = []
        self._doors: list[Kept] = []
        self._steps: list[Child] = []
        self._notes = Children(data)
        self._asked = False
        self._parent = os.getppid() if stop_with_parent else None

    def __enter__(self) -> Self:
        for number in _STOPPING:
            # nohup asks for the end of the terminal to be ignored.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._ask)
        return self

    def __exit__(self, *problem: object) -> None:
        # What stands on the foundations ends together; they end after it, in reverse.
        doors = [kept.child for kept in self._doors]
        foundations = [[kept.child] for kept in self._foundations[::-1]]
        for together in (self._steps + doors, *foundations):
            with ThreadPoolExecutor(max(1, len(together))) as pool:
                list(pool.map(lambda child: child.stop(grace=_GRACE), together))
        self._notes.forget()

    def foundation(self, command: Command) -> None:
        """Start a child that the later ones stand on; it is stopped after them."""
        self._foundations.append(Kept(self._start(command)))

    def door(self, command: Command) -> None:
        """Start a child that lives until the end."""
        self._doors.append(Kept(self._start(command)))

    def spare(self, name: str) -> None:
        """From now on the child `name` is begun again where it dies: the rest do without it."""
        for kept in self._foundations + self._doors:
            kept.spared = kept.spared or kept.name == name

    def begin(self, command: Command, *, plain: bool = False) -> Child:
        """Start a set-up step; `finish` waits for it. `plain` shows its lines without its name."""
        show = self._log.say if plain else None
        child = self._start(command, show=show, hold_tracebacks=True)
        self._steps.append(child)
        return child

    def finish(self, child: Child, *, what: str) -> None:
        """Wait until a begun step has ended. SetUpError, which begins with `what`: it failed."""
        while not child.ended:
            self._watch()
        code = child.stop(grace=0)
        self._steps.remove(child)
        if code != 0:
            raise explain(what=f"{what} failed", output=child.output, place=str(self._data))

    def wait_until(self, condition: Callable[[], bool], *, what: str, seconds: float) -> None:
        """Wait for the condition. SetUpError, which begins with `what`: it did not come about."""
        deadline = time.monotonic() + seconds
        while not condition():
            self._watch()
            if time.monotonic() > deadline:
                raise SetUpError(f"{what} within {seconds:.0f} seconds: everything is stopped.")

    def keep(self) -> None:
        """Watch the children for as long as those live that nothing can do without."""
        while True:
            self._watch(pause=0.2)

    def alive(self, name: str) -> bool:
        """False once the child `name` has ended."""
        return not any(
            kept.child.ended for kept in self._foundations + self._doors if kept.name == name
        )

    def _start(
        self,
        command: Command,
        *,
        show: Callable[[str], None] | None = None,
        hold_tracebacks: bool = False,
    ) -> Child:
        self._watch(pause=0)
        return self._begin(command, show=show, hold_tracebacks=hold_tracebacks)

    def _begin(
        self,
        command: Command,
        *,
        show: Callable[[str], None] | None = None,
        hold_tracebacks: bool = False,
    ) -> Child:
        named = show or (lambda line: self._log.of(command.name, line))
        child = Child(command, show=named, hold_tracebacks=hold_tracebacks)
        self._notes.note(child.process.pid)
        return child

    def _watch(self, *, pause: float = 0.05) -> None:
        time.sleep(pause)
        if self._asked or (self._parent is not None and os.getppid() != self._parent):
            raise Stopped
        for kept in self._foundations + self._doors:
            if kept.spared:
                self._bring_back(kept)
            elif kept.child.ended:
                how = ending(kept.child.stop(grace=0))
                what = f"Everything is stopped because {kept.name} {how}"
                raise explain(what=what, output=kept.child.output, place=str(self._data))

    def _bring_back(self, kept: Kept) -> None:
        if sentence := kept.mourn():
            self._log.say(sentence)
        kept.return_when_due(lambda: self._begin(kept.child.command))

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self._asked = True
