"""Children of a keeper that was killed: the next one knows them and stops them."""

import os
import signal
from pathlib import Path

from .processes import kill_group, until


class Children:
    """The children that a keeper started, written down in its data directory.

    Each line is a process id and its birth, because ids are used again by strangers.
    """

    def __init__(self, data: Path) -> None:
        self._file = data / "children"

    def note(self, pid: int) -> None:
        """Remember a child that was just started."""
        with self._file.open("a") as file:
            file.write(f"{pid} {_birth(pid)}\n")

    def forget(self) -> None:
        """All children were stopped."""
        self._file.unlink(missing_ok=True)

    def stop_leftovers(self, *, grace: float = 10) -> None:
        """Stop those that still live, in the order of their start reversed; then forget them."""
        lines = self._file.read_text().split("\n") if self._file.exists() else []
        for line in reversed([line for line in lines if line]):
            pid, _, birth = line.partition(" ")
            self._stop(int(pid), birth, grace=grace)
        self.forget()

    @staticmethod
    def _stop(pid: int, birth: str, *, grace: float) -> None:
        if not birth or _birth(pid) != birth:
            return
        os.kill(pid, signal.SIGINT)
        if not until(lambda: _birth(pid) != birth, seconds=grace):
            kill_group(pid)


def _birth(pid: int) -> str:
    """Start of the process in clock ticks since boot, and the boot; empty where there is none."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return "" if state in "ZX" else f"{fields[18]} {boot}"
