"""What a killed keeper left running: the next one knows it by what was written down, and stops it."""

import os
import signal
from pathlib import Path

from .processes import kill_group, until


class Children:
    """The children that a keeper started, written down in its data directory.

    Each line is a process id and its birth, because ids are used again by strangers. The kernel
    stops children with their keeper (`launch.py`), but not what they started themselves.
    """

    def __init__(self, data: Path) -> None:
        self._file = data / "children"

    def note(self, pid: int) -> None:
        """Remember a child that was just started; it leads a session of its own."""
        with self._file.open("a") as file:
            file.write(f"{pid} {_birth(pid)}\n")

    def forget(self) -> None:
        """All children were stopped."""
        self._file.unlink(missing_ok=True)

    def stop_leftovers(self, *, grace: float = 10) -> None:
        """Stop what still lives of them and of what they started, last first; then forget them."""
        lines = self._file.read_text().split("\n") if self._file.exists() else []
        for line in reversed([line for line in lines if line]):
            pid, _, birth = line.partition(" ")
            _stop(int(pid), birth, grace=grace)
        self.forget()


def _stop(leader: int, birth: str, *, grace: float) -> None:
    now = _birth(leader)
    if not birth or birth.rsplit(maxsplit=1)[-1] != _boot() or now not in ("", birth):
        return  # another boot, or the id belongs to a stranger by now
    if now == birth:
        os.kill(leader, signal.SIGINT)
        until(lambda: _birth(leader) != birth, seconds=grace)
    # The id cannot be a stranger's as long as a member of the session lives.
    if _session_lives(leader):
        kill_group(leader)
        until(lambda: not _session_lives(leader), seconds=grace)


def _session_lives(leader: int) -> bool:
    processes = Path("/proc").glob("[0-9]*")
    return any(_fields(process.name)[3:4] == [str(leader)] for process in processes)


def _birth(pid: int) -> str:
    """Start of the process in clock ticks since boot, and the boot; empty where there is none."""
    fields = _fields(str(pid))
    return f"{fields[19]} {_boot()}" if fields else ""


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except FileNotFoundError:
        return ""


def _fields(pid: str) -> list[str]:
    """What the kernel says of a living process: state, parent, group, session, …"""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [] if fields[0] in "ZX" else fields
