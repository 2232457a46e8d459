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

# So many new vectors at most are lost where the process is killed.
_WRITTEN_EACH = 512


class KeptVectors:
    """Looks a passage's vector up by the SHA-256 of its text, and asks the embedder for the rest.

    A text's vector depends on the text and the embedder's revision alone (`Embedder`), so this
    changes no result. Questions are not kept: what a recall costs is measured. A damaged file
    counts as none.
    """

    def __init__(self, embedder: Embedder, *, path: Path) -> None:
        self._embedder, self._path = embedder, path
        self.name, self.revision = embedder.name, embedder.revision
        self.dimension, self.lexical = embedder.dimension, embedder.lexical
        self._kept = _read(path, dimension=embedder.dimension)
        self._new = 0

    def embed_passages(self, *, texts: Sequence[str]) -> Vectors:
        """As the embedder would."""
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._kept}
        if new:
            made = self._embedder.embed_passages(texts=list(new.values()))
            self._kept.update(zip(new, made, strict=True))
            self._new += len(new)
        if self._new >= _WRITTEN_EACH:
            self.write()
        return np.stack([self._kept[key] for key in keys]).astype(np.float32)

    def embed_query(self, *, text: str) -> Vectors:
        """As the embedder does."""
        return self._embedder.embed_query(text=text)

    def write(self) -> None:
        """Writes all of them, whole or not at all, where there are new ones."""
        if not self._new:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_suffix(f".{os.getpid()}.part.npz")
        keys = np.frombuffer(b"".join(self._kept), np.uint8).reshape(len(self._kept), -1)
        np.savez(beside, keys=keys, vectors=np.stack(list(self._kept.values())))
        beside.replace(self._path)
        self._new = 0


def _read(path: Path, *, dimension: int) -> dict[bytes, np.ndarray]:
    try:
        with np.load(path) as kept:
            keys, vectors = kept["keys"], kept["vectors"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return {}
    if vectors.shape != (len(keys), dimension):
        return {}
    return {key.tobytes(): vector for key, vector in zip(keys, vectors, strict=True)}


@contextmanager
def kept_vectors(*, embedder: Embedder, folder: Path) -> Iterator[KeptVectors]:
    """The embedder with what the folder keeps of it; what is new is kept at the end, also of a
    run that broke off."""
    path = folder / (re.sub(r"[^A-Za-z0-9.-]+", "_", label_of(embedder)) + ".npz")
    vectors = KeptVectors(embedder, path=path)
    try:
        yield vectors
    finally:
        vectors.write()
