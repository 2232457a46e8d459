"""What is imported: a file or a folder, read only, its files named relative to the root."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

HEAD_BYTES = 256 * 1024


class Source:
    """The files of one import. Nothing outside the root is ever opened."""

    def __init__(self, path: Path) -> None:
        """`path` is a file or a folder. Raises FileNotFoundError where there is neither."""
        if not path.exists():
            raise FileNotFoundError(path.name)
        self.root = path if path.is_dir() else path.parent
        self.names = sorted(_walk(path)) if path.is_dir() else [path.name]
        self._known = frozenset(self.names)
        self.head = lru_cache(maxsize=256)(self._head)

    def path(self, name: str) -> Path:
        """Where the file is, for libraries that read no streams. Raises KeyError for others."""
        if name not in self._known:
            raise KeyError(name)
        return self.root / name

    def open(self, name: str) -> BinaryIO:
        """The file from its beginning. Raises OSError where it cannot be read."""
        return self.path(name).open("rb")

    def _head(self, name: str) -> bytes:
        """Its first 256 KiB: enough to recognise a format by. Empty where it cannot be read."""
        try:
            with self.open(name) as stream:
                return stream.read(HEAD_BYTES)
        except OSError:
            return b""


def _walk(root: Path) -> Iterator[str]:
    # Links are not followed: they may lead out of the folder, or around in it.
    for folder, _, files in os.walk(root, followlinks=False):
        for name in files:
            path = Path(folder) / name
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(root).as_posix()
