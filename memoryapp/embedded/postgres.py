"""The embedded PostgreSQL: made once, started on a private socket, stopped again."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .account import binaries, reached, server_account
from .failures import explain
from .paths import SUPERUSER, postgres_socket_directory, runtime_directory
from .private import ensure_private
from .processes import Command

_PORT = 5432
_SETTINGS = {
    "shared_buffers": "256MB",
    "max_connections": "100",
    "work_mem": "16MB",
    "maintenance_work_mem": "256MB",
    "jit": "off",
    "max_wal_size": "1GB",
    # Containers often have a very small /dev/shm, which parallel index builds would fill.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
    # What was refused leaves no trace: statements, parameters, and the rows that constraint
    # violations quote in their message and detail stay out of the log. Errors reach the caller.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_duration_statement": "-1",
    "log_lock_waits": "off",
    "log_checkpoints": "off",
    "log_line_prefix": "",
}
_INITDB = [
    f"--username={SUPERUSER}",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth-local=trust",
    "--auth-host=scram-sha-256",
    "--no-instructions",
]


@contextmanager
def server(data: Path, *, listen: tuple[str, int] | None = None) -> Iterator[Command]:
    """The command that runs the server on `data/postgres`, which is made where it is missing.

    It answers on its private socket, and on the TCP address `listen` where one is given. The
    caller holds the data directory's lock. SetUpError: the cluster could not be made.
    """
    account = server_account()
    programs = binaries(account=account)
    ensure_private(runtime_directory(data))
    cluster, sockets = data / "postgres", postgres_socket_directory(data)
    if not cluster.exists():
        _make(cluster, programs)
    _forget_dead_server(cluster, sockets)
    host, port = listen or ("", _PORT)
    with ExitStack() as stack:
        place = stack.enter_context(reached(cluster, account=account))
        answers = stack.enter_context(reached(sockets, account=account))
        if port != _PORT:
            # The socket's name bears the port; ours is known by the usual one.
            (sockets / f".s.PGSQL.{_PORT}").symlink_to(f".s.PGSQL.{port}")
        own = {
            **_SETTINGS,
            "listen_addresses": host,
            "port": str(port),
            "unix_socket_directories": answers.name,
            "unix_socket_permissions": "0700",
        }
        options = [option for name, value in own.items() for option in ("-c", f"{name}={value}")]
        yield Command(
            name="postgres",
            arguments=[str(programs / "postgres"), "-D", place.name, *options],
            stop_signal=signal.SIGINT,  # the fast shutdown: clients are disconnected
            account=account,
            keep_open=(*place.keep_open, *answers.keep_open),
        )


def _make(cluster: Path, programs: Path) -> None:
    """Make the cluster aside and move it to its place, so that a half-made one is never used."""
    account = server_account()
    partial = cluster.with_name("postgres.partial")
    shutil.rmtree(partial, ignore_errors=True)
    with reached(partial, account=account) as place:
        done = subprocess.run(  # noqa: S603 - the packaged server
            [programs / "initdb", "-D", place.name, *_INITDB],
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            pass_fds=place.keep_open,
            cwd="/",
            env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    if done.returncode != 0:
        shutil.rmtree(partial, ignore_errors=True)
        raise explain(
            what="The database could not be made", output=done.stdout, place=str(cluster.parent)
        )
    partial.rename(cluster)


def _forget_dead_server(cluster: Path, sockets: Path) -> None:
    """Remove what a killed server left behind.

    PostgreSQL does that too, unless the dead server's id belongs to some other process by now, as
    is usual in containers. The data directory's lock is held and leftovers were stopped, so only
    a process that sits in this very cluster counts as alive; PostgreSQL itself refuses then.
    """
    note = cluster / "postmaster.pid"
    if note.exists() and _sits_in(note.read_text().partition("\n")[0].strip(), cluster):
        return
    note.unlink(missing_ok=True)
    if sockets.exists():
        for stale in sockets.glob(".s.PGSQL.*"):
            stale.unlink()


def _sits_in(pid: str, cluster: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").samefile(cluster)
    except (FileNotFoundError, PermissionError):
        return False
