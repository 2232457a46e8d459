"""Starts a keeper for a test, reads its log, and finds what it has left running."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
# The test server's own settings must not reach the keeper under test.
_FOREIGN = ("DATABASE_URL", "APP_DATABASE_URL", "CELERY_BROKER_URL", "DATA", "MEMORYAPP_TEST_DATA")


def free_port() -> int:
    """A port on the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def begin(command: list[str], *, data: Path, **settings: str) -> subprocess.Popen[str]:
    """Start the command with the given settings; its output is a pipe."""
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    return subprocess.Popen(
        command,
        cwd=PROJECT,
        env={**environment, "DATA": str(data), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # In the background or under nohup the tests ignore these; the keeper under test must not.
        preexec_fn=hear_signals,  # noqa: PLW1509 - no thread is running in the child
    )


def hear_signals() -> None:
    """Undoes what a shell made this process, and so its children, ignore."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def read_until(process: subprocess.Popen[str], sign: str) -> list[str]:
    """The lines up to the one that begins with `sign`. AssertionError: it ended before."""
    lines = []
    for line in process.stdout or ():
        lines.append(line.rstrip())
        if line.startswith(sign):
            return lines
    raise AssertionError("\n".join(lines))


def rest_of(process: subprocess.Popen[str]) -> str:
    """What the process writes until it ends. A process that does not end is killed and told."""
    try:
        return process.communicate(timeout=120)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def left_running(data: Path) -> list[str]:
    """The command lines of processes that bear this data directory in their environment."""
    return list(_processes(data).values())


def until_more_run(data: Path, *, than: int, seconds: float = 30) -> None:
    """Returns once so many processes run: a child is there before its own children are."""
    deadline = time.monotonic() + seconds
    while len(running := left_running(data)) <= than:
        assert time.monotonic() < deadline, running
        time.sleep(0.1)


def process_of(data: Path, sign: str) -> int:
    """The id of the one process of this data directory whose command line ends with `sign`."""
    (pid,) = [pid for pid, line in _processes(data).items() if line.endswith(f"{sign} ")]
    return pid


def process_returns(data: Path, sign: str, *, seconds: float = 30) -> int:
    """The id of the process that ends with `sign`, once there is one again."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            return process_of(data, sign)
        except ValueError:
            time.sleep(0.1)
    raise AssertionError(f"{sign} did not come back")


def processes_end(data: Path, *signs: str, seconds: float = 30) -> bool:
    """True once no command line of this data directory bears one of the signs any more."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(sign in line for line in left_running(data) for sign in signs):
            return True
        time.sleep(0.1)
    return False


def nothing_left_running(data: Path, *, seconds: float = 30) -> list[str]:
    """Wait until nothing runs any more; what still does after `seconds`."""
    deadline = time.monotonic() + seconds
    while (found := left_running(data)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def _processes(data: Path) -> dict[int, str]:
    sign = f"DATA={data}\0".encode()
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and sign in (entry / "environ").read_bytes() + b"\0":
                found[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue  # ended meanwhile, or somebody else's
    return found
