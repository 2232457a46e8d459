"""A child that is to live until the end, and what becomes of the rest where it does not."""

import signal
import time
from collections.abc import Callable

from .child import Child

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0


class Kept:
    """One child, begun again with growing pauses once the rest can do without it (`spared`)."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.spared = False
        self._pause = FIRST_PAUSE
        self._since = time.monotonic()
        self._due: float | None = None

    @property
    def name(self) -> str:
        """Its name in the log."""
        return self.child.command.name

    def mourn(self) -> str | None:
        """Clear away what has died and plan its return: the sentence to be told, once per death."""
        if self._due is not None or not self.child.ended:
            return None
        how = ending(self.child.stop(grace=0))
        now = time.monotonic()
        if now - self._since > LONGEST_PAUSE:
            self._pause = FIRST_PAUSE
        self._due = now + self._pause
        sentence = f"{self.name} {how}; it is started again in {self._pause:.0f} s."
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return sentence

    def return_when_due(self, begin: Callable[[], Child]) -> None:
        """Begin it again once its pause is over."""
        if self._due is not None and time.monotonic() >= self._due:
            self.child = begin()
            self._since, self._due = time.monotonic(), None


def ending(code: int) -> str:
    """How a process ended, by its exit code (negative: the signal that ended it)."""
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended by itself with code {code}"
