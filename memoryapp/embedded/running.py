"""A PostgreSQL for the length of a `with` block: what the tests stand on."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import cluster, postgres, processes
from .leftovers import Children
from .lock import held


@contextmanager
def running_postgres(data: Path, *, listen: tuple[str, int] | None = None) -> Iterator[None]:
    """Run the embedded PostgreSQL on the data directory, roles and database made.

    SetUpError: another process runs on the data directory, or the server does not start.
    """
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    children = Children(data)
    with held(data):
        children.stop_leftovers()
        with postgres.server(data, listen=listen) as command:
            process = processes.start(command)
            try:
                children.note(process.pid)
                _drain(process.stdout)
                cluster.wait_until_it_answers(data, alive=lambda: not processes.ended(process))
                cluster.ensure_database(data)
                yield
            finally:
                processes.stop(process, stop_signal=command.stop_signal, grace=20)
                children.forget()


def _drain(stream: Iterator[str] | None) -> None:
    """Pass the server's log on to standard error, so that its pipe never fills."""

    def copy() -> None:
        for line in stream or ():
            sys.stderr.write(f"postgres | {line}")

    threading.Thread(target=copy, daemon=True).start()
