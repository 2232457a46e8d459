"""multilingual-e5-small on onnxruntime: the default embedder."""

import os
from collections.abc import Sequence
from pathlib import Path
from threading import BoundedSemaphore

import numpy as np
import onnxruntime  # type: ignore[import-untyped]

from recall.embedders.e5_files import GRAPH, built_revision, e5_directory
from recall.embedders.e5_text import PASSAGE_PREFIX, QUERY_PREFIX, legible
from recall.embedders.e5_tokenizer import E5Tokenizer
from recall.embedders.errors import EmbedderUnavailable
from recall.embedders.port import Vectors

THREADS = 2
# Each run may take some 40 MB for a text of 512 tokens. A second run lets a query pass a long
# passage; more would only wait for the same cores.
RUNS_AT_ONCE = 2


class E5Onnx:
    """Loads what `manage.py build_embedder` built. Raises EmbedderUnavailable where it is not."""

    name = "e5-small"
    dimension = 384
    lexical = False

    def __init__(self, *, model_dir: Path) -> None:
        revision = built_revision(model_dir=model_dir)
        if revision is None:
            raise EmbedderUnavailable(
                f"The model e5-small is not built in {model_dir}: "
                "run `python manage.py build_embedder`."
            )
        self.revision = revision
        directory = e5_directory(model_dir=model_dir)
        self._tokenizer = E5Tokenizer(directory=directory)
        self._session = _session(directory / GRAPH)
        self._turn = BoundedSemaphore(RUNS_AT_ONCE)

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed each text alone, as `passage: …`, cut at 512 tokens.

        Not in batches: activations are quantised over a whole run, so that a text's vector would
        change with its company; and on two cores a batch is no faster.
        """
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._embed(PASSAGE_PREFIX + legible(text))
        return vectors

    def embed_query(self, *, text: str) -> Vectors:
        """Embed as `query: …`, cut at 512 tokens."""
        return self._embed(QUERY_PREFIX + legible(text))

    def _embed(self, prefixed: str) -> Vectors:
        ids = np.array([self._tokenizer.ids(prefixed)], np.int64)
        with self._turn:
            outputs = self._session.run(
                ["embedding"], {"input_ids": ids, "attention_mask": np.ones_like(ids)}
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
