"""multilingual-e5-small on onnxruntime: the default embedder."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from recall.embedders.e5_files import E5
from recall.embedders.e5_text import PASSAGE_PREFIX, QUERY_PREFIX, legible
from recall.embedders.e5_tokenizer import E5Tokenizer
from recall.embedders.onnx_model import OnnxModel
from recall.embedders.port import Vectors


class E5Onnx:
    """Loads what `manage.py build_embedder` built. Raises EmbedderUnavailable where it is not."""

    name = E5.name
    dimension = 384
    lexical = False

    def __init__(self, *, model_dir: Path) -> None:
        self._model = OnnxModel(files=E5, model_dir=model_dir)
        self.revision = self._model.revision
        self._tokenizer = E5Tokenizer(directory=self._model.directory)

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed each text alone, as `passage: …`, cut at 512 tokens."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._embed(PASSAGE_PREFIX + legible(text))
        return vectors

    def embed_query(self, *, text: str) -> Vectors:
        """Embed as `query: …`, cut at 512 tokens."""
        return self._embed(QUERY_PREFIX + legible(text))

    def _embed(self, prefixed: str) -> Vectors:
        return self._model.vector(self._tokenizer.ids(prefixed))
