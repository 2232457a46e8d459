"""Reads all-MiniLM-L6-v2 as it is published: `model.safetensors`.

Little-endian: the length of a JSON header in eight bytes, the header with type, shape and place of each
tensor, the tensors in float32.
"""

import json
import mmap
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_NAMES = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln": "embeddings.LayerNorm",
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_ENDS = {".w": ".weight", ".b": ".bias"}


@dataclass(frozen=True)
class MiniLMShape:
    """Sizes of the transformer, which the file does not tell."""

    hidden: int = 384
    layers: int = 6
    heads: int = 12
    feed_forward: int = 1536
    vocabulary: int = 30_522
    epsilon: float = 1e-12


class MiniLMWeights:
    """The file, mapped; tensors by the short names of `bert_graph.py`. KeyError: no such tensor."""

    def __init__(self, *, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        length = int.from_bytes(self._bytes[:8], "little")
        self._header = json.loads(self._bytes[8 : 8 + length])
        self._start = 8 + length
        self.shape = MiniLMShape()

    def floats(self, name: str) -> NDArray[np.float32]:
        """Return a tensor, flat."""
        place = self._header[_published(name)]
        begin, end = place["data_offsets"]
        return np.frombuffer(self._bytes, "<f4", (end - begin) // 4, self._start + begin).copy()

    def matrix(self, name: str, *, columns: int, first: int = 0, rows: int) -> NDArray[np.float32]:
        """Return `rows` rows of a tensor, from row `first`: shape (rows, columns)."""
        begin = self._header[_published(name)]["data_offsets"][0] + 4 * first * columns
        flat = np.frombuffer(self._bytes, "<f4", rows * columns, self._start + begin)
        return flat.reshape(rows, columns).copy()


def _published(name: str) -> str:
    if name in _NAMES:
        return _NAMES[name]
    stem, end = name[:-2], _ENDS[name[-2:]]
    if stem in _NAMES:
        return _NAMES[stem] + end
    layer, _, part = stem.partition(".")
    return f"encoder.layer.{layer.removeprefix('l')}.{_NAMES[part]}{end}"
