"""One command on the database of a data directory, whether or not `make up` runs there."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

from . import done
from .failures import SetUpError
from .lock import is_held
from .options import Options
from .preflight import check_disk, prepare_data_directory
from .programs import PROJECT
from .running import running_postgres

# Nobody listens: the command does its index work itself.
_WITHOUT_BROKER = {"CELERY_BROKER_URL": "memory://localhost//"}


def manage(arguments: Sequence[str], *, options: Options) -> int:
    """Runs `manage.py ARGUMENTS…`; its exit code, or 1 after one sentence.

    The database is started, and set up where that is missing, unless it runs already or is
    given by address.
    """
    try:
        prepare_data_directory(options.data)
        if not options.own_database or is_held(options.data):
            return _run(arguments, options=options)
        check_disk(options.data)
        with running_postgres(options.data):
            return _set_up(options) or _run(arguments, options=options, more=_WITHOUT_BROKER)
    except SetUpError as failure:
        print(failure, file=sys.stderr, flush=True)  # noqa: T201 - the person at the terminal
        return 1


def _set_up(options: Options) -> int:
    if not done.migrations_are_applied(options):
        if failed := _run(["migrate", "--verbosity", "0"], options=options, more=_WITHOUT_BROKER):
            return failed
        done.note_migrated(options)
    if not done.model_is_built(options):
        return _run(["build_embedder"], options=options, more=_WITHOUT_BROKER)
    return 0


def _run(
    arguments: Sequence[str], *, options: Options, more: Mapping[str, str] | None = None
) -> int:
    environment = {**os.environ, "DATA": str(options.data), **(more or {})}
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603 - our own command
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # the command was told by the same terminal, and ends in its own way
