"""Runs a built model on onnxruntime: token ids in, one unit vector out."""

import os
from collections.abc import Sequence
from pathlib import Path
from threading import BoundedSemaphore

import numpy as np
import onnxruntime  # type: ignore[import-untyped]

from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.model_files import GRAPH, ModelFiles
from recall.embedders.port import Vectors

THREADS = 2
# Each run may take some 40 MB for a text of 512 tokens. A second run lets a query pass a long
# passage; more would only wait for the same cores.
RUNS_AT_ONCE = 2


class OnnxModel:
    """Loads what `manage.py build_embedder` built. Raises EmbedderUnavailable where it is not."""

    def __init__(self, *, files: ModelFiles, model_dir: Path) -> None:
        revision = files.built_revision(model_dir=model_dir)
        if revision is None:
            raise EmbedderUnavailable(
                f"The model {files.name} is not built in {model_dir}: "
                "run `python manage.py build_embedder`."
            )
        self.revision = revision
        self.directory = files.directory(model_dir=model_dir)
        self._session = _session(self.directory / GRAPH)
        self._turn = BoundedSemaphore(RUNS_AT_ONCE)

    def vector(self, ids: Sequence[int]) -> Vectors:
        """Embed one text alone.

        Not in batches: activations are quantised over a whole run, so that a text's vector would
        change with its company; and on two cores a batch is no faster.
        """
        row = np.array([ids], np.int64)
        with self._turn:
            outputs = self._session.run(
                ["embedding"], {"input_ids": row, "attention_mask": np.ones_like(row)}
            )
        vector: Vectors = np.asarray(outputs[0], np.float32)[0]
        return vector


def _session(graph: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(THREADS, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    # Threads that spin while idle would take the cores that PostgreSQL needs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
