"""all-MiniLM-L6-v2 on onnxruntime: small and quick, for English."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from recall.embedders.e5_text import legible
from recall.embedders.minilm_build import TOKENIZER
from recall.embedders.minilm_files import MINILM
from recall.embedders.onnx_model import OnnxModel
from recall.embedders.port import Vectors

# It was trained on 128 tokens and is published with this limit; a piece of a long text has some 230.
MAX_TOKENS = 256


class MiniLM:
    """Loads what `manage.py build_embedder` built. Raises EmbedderUnavailable where it is not."""

    name = MINILM.name
    dimension = 384
    lexical = False

    def __init__(self, *, model_dir: Path) -> None:
        self._model = OnnxModel(files=MINILM, model_dir=model_dir)
        self.revision = self._model.revision
        self._tokenizer = Tokenizer.from_file(str(self._model.directory / TOKENIZER))
        # As published it fills each text up to 128 tokens.
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """Embed each text alone, cut at 256 tokens."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self.embed_query(text=text)
        return vectors

    def embed_query(self, *, text: str) -> Vectors:
        """Embed as it is, cut at 256 tokens: this model knows no prefixes."""
        return self._model.vector(self._tokenizer.encode(legible(text)).ids)
