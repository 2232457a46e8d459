"""An embedder that embeds no text twice: what it made is kept in a file between runs."""

import hashlib
import os
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from recall.embedders.port import Embedder, Vectors
from recall.services.embed import label_of


class KeptVectors:
    """Looks a passage's vector up by the SHA-256 of its text, and asks the embedder for the rest.

    A text's vector depends on the text and the embedder's revision alone (`Embedder`), so this
    changes no result. Questions are not kept: what a recall costs is measured.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name, self.revision = embedder.name, embedder.revision
        self.dimension, self.lexical = embedder.dimension, embedder.lexical
        self._kept: dict[bytes, np.ndarray] = {}

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """As the embedder would."""
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._kept}
        if new:
            made = self._embedder.embed_passages(texts=list(new.values()))
            self._kept.update(zip(new, made, strict=True))
        return np.stack([self._kept[key] for key in keys]).astype(np.float32)

    def embed_query(self, *, text: str) -> Vectors:
        """As the embedder does."""
        return self._embedder.embed_query(text=text)

    def read(self, path: Path) -> None:
        """Takes over what is kept there; a damaged file counts as none."""
        try:
            with np.load(path) as kept:
                keys, vectors = kept["keys"], kept["vectors"]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return
        if vectors.ndim == 2 and vectors.shape == (len(keys), self.dimension):  # noqa: PLR2004
            self._kept = {key.tobytes(): vector for key, vector in zip(keys, vectors, strict=True)}

    def write(self, path: Path) -> None:
        """Keeps what there is, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}.part.npz")
        keys = np.frombuffer(b"".join(self._kept), np.uint8).reshape(len(self._kept), -1)
        np.savez(beside, keys=keys, vectors=np.stack(list(self._kept.values())))
        beside.replace(path)

    def __len__(self) -> int:
        return len(self._kept)


@contextmanager
def kept_vectors(*, embedder: Embedder, folder: Path) -> Iterator[KeptVectors]:
    """The embedder with what the folder keeps of it; what is new is kept at the end, also of a
    run that broke off."""
    path = folder / (re.sub(r"[^A-Za-z0-9.-]+", "_", label_of(embedder)) + ".npz")
    vectors = KeptVectors(embedder)
    vectors.read(path)
    before = len(vectors)
    try:
        yield vectors
    finally:
        if len(vectors) > before:
            vectors.write(path)
