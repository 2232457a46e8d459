"""One keeper per data directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .failures import SetUpError


@contextmanager
def held(data: Path) -> Iterator[None]:
    """Hold the data directory, which must exist, for this process.

    The lock is the kernel's and dies with the process: a lock file left by a killed one means
    nothing. SetUpError: another living process holds it.
    """
    descriptor = os.open(data / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = f"Another make up is running on the data directory {data}: stop it first."
            raise SetUpError(message) from None
        yield
    finally:
        os.close(descriptor)


def is_held(data: Path) -> bool:
    """True where a living process holds the data directory, which must exist."""
    try:
        with held(data):
            return False
    except SetUpError:
        return True
