"""Starts and stops one child process together with everything that it started."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

_LAUNCHER = Path(__file__).with_name("launch.py")


@dataclass(frozen=True)
class Account:
    """The operating-system user that a child runs as."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Command:
    """One program to run: its name in the log, and how it is started and asked to stop."""

    name: str
    arguments: list[str]
    directory: str = "/"
    environment: Mapping[str, str] = field(default_factory=dict)
    stop_signal: signal.Signals = signal.SIGTERM
    account: Account | None = None
    keep_open: tuple[int, ...] = ()


def start(command: Command) -> subprocess.Popen[str]:
    """Start the command in a process group of its own, tied to this process; output is a pipe.

    Call it from the main thread: the kernel's tie is to the thread that starts the child.
    """
    account = f"{command.account.uid}:{command.account.gid}" if command.account else "-"
    tie = [str(int(command.stop_signal)), str(os.getpid()), account]
    return subprocess.Popen(  # noqa: S603 - our own commands, no shell
        [sys.executable, "-I", "-S", str(_LAUNCHER), *tie, *command.arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        cwd=command.directory,
        env={**os.environ, **command.environment},
        pass_fds=command.keep_open,
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str]) -> bool:
    """True once the process has ended. It stays a zombie, so that its group's id stays its own."""
    if process.returncode is not None:
        return True
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def stop(process: subprocess.Popen[str], *, stop_signal: signal.Signals, grace: float) -> None:
    """Ask the process to stop, wait `grace` seconds, then kill what is left of its group."""
    if not ended(process):
        process.send_signal(stop_signal)
        until(lambda: ended(process), seconds=grace)
    if process.returncode is None:
        kill_group(process.pid)
    process.wait()


def kill_group(leader: int) -> None:
    """Kill every process in the group that `leader` founded, if any is left."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # Nobody is left (macOS says EPERM for a group of zombies).
        return


def until(condition: Callable[[], bool], *, seconds: float) -> bool:
    """Wait for the condition, at most `seconds`. True where it came about."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
