"""One running child: its process, and a thread that reads what it writes."""

import threading
from collections import deque
from collections.abc import Callable

from . import processes
from .failures import speaks_of_a_full_disk
from .processes import Command

_REMEMBERED_LINES = 200
_TRACEBACK = "Traceback (most recent call last)"


class Child:
    """Starts the command at once. `show` is called with each line that it writes.

    With `hold_tracebacks` the lines of a traceback are shown when the child has ended, and not
    even then where the cause is a full disk: that is told in a sentence.
    """

    def __init__(
        self, command: Command, *, show: Callable[[str], None], hold_tracebacks: bool = False
    ) -> None:
        self.command = command
        self.process = processes.start(command)
        self._lines: deque[str] = deque(maxlen=_REMEMBERED_LINES)
        self._show = show
        self._hold = hold_tracebacks
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def ended(self) -> bool:
        """True once the process has ended, be it well or badly."""
        return processes.ended(self.process)

    def stop(self, *, grace: float) -> int:
        """Stop it and what it started; its exit code (negative: the signal that ended it)."""
        processes.stop(self.process, stop_signal=self.command.stop_signal, grace=grace)
        self._reader.join(timeout=5)
        return self.process.returncode

    @property
    def output(self) -> str:
        """The last lines that it wrote."""
        return "\n".join(self._lines)

    def _read(self) -> None:
        held: list[str] = []
        for raw in self.process.stdout or ():
            line = raw.rstrip()
            self._lines.append(line)
            begins = line.startswith(_TRACEBACK) or speaks_of_a_full_disk(line)
            if held or (self._hold and begins):
                held.append(line)
            else:
                self._show(line)
        if not speaks_of_a_full_disk(self.output):
            for line in held:
                self._show(line)
