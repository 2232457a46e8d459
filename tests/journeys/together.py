"""Many people at once, each on a database connection of their own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections
from filelock import FileLock

from tests.server import data_directory

T = TypeVar("T")


def at_once(acts: Sequence[Callable[[], T]], *, connected: bool = True) -> list[T]:
    """Starts all acts together, each in a thread with its own connection; results in order.

    `connected=False` for acts that do not touch the database themselves. One crowd at a time:
    the server takes a hundred connections, and tests run side by side.
    """
    barrier = Barrier(len(acts))

    def one(act: Callable[[], T]) -> T:
        try:
            if connected:
                connections["default"].ensure_connection()
            barrier.wait(timeout=60)
            return act()
        finally:
            connections.close_all()

    with FileLock(data_directory() / "crowd.lock"), ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(one, acts))
