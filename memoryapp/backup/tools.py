"""The engine's own programs: what they are called with, and what they said where they failed."""

import os
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from memoryapp.embedded.account import binaries

from .refusals import RefusedError
from .source import environment_of

_LINES = 5


def run(
    program: str, arguments: Sequence[str], *, url: str, on_line: Callable[[str], None]
) -> None:
    """Runs `pg_dump` or `pg_restore` on the database; `on_line` gets what it tells on its way.

    RefusedError `failed`: with the last lines that it wrote.
    """
    last: deque[str] = deque(maxlen=_LINES)
    with _begun(program, arguments, url=url) as process:
        for line in process.stderr or ():
            last.append(line.strip())
            on_line(line)
    if process.returncode != 0:
        raise RefusedError("failed", " ".join(last))


@contextmanager
def lines_of(program: str, arguments: Sequence[str]) -> Iterator[Iterator[bytes]]:
    """What a program writes, line by line. RefusedError `unreadable`: it ended badly."""
    with subprocess.Popen(  # noqa: S603 - the packaged programs
        [binaries(account=None) / program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        yield iter(process.stdout or ())
    if process.returncode != 0:
        raise RefusedError("unreadable")


def _begun(program: str, arguments: Sequence[str], *, url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - the packaged programs
        [binaries(account=None) / program, *arguments],
        env={**os.environ, **environment_of(url), "LC_ALL": "C"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
