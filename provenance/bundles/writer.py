"""Writes a bundle: the same rows are the same bytes."""

import os
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import zstandard

from .bundle import canonical, digest_of
from .layout import FORMAT, MANIFEST, MEMBERS, VERSION
from .unpacked import BLOCK

_LEVEL = 9
_CHUNK = 256 * 1024


class Writer:
    """Collects rows of each member in a file of its own, since the manifest comes first.

    `with Writer(path) as writer:`, then `add`, then `close`. Constant memory. The bundle gets its
    name when it is whole, and only its owner may read it; without `close` nothing is left.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._stack = path, ExitStack()
        self._files: dict[str, IO[bytes]] = {}
        self._said = {name: {"bytes": 0, "count": 0} for name in MEMBERS}
        self._digests = {name: sha256() for name in MEMBERS}

    def __enter__(self) -> "Writer":
        for name in MEMBERS:
            file = tempfile.TemporaryFile(dir=self._path.parent)
            self._files[name] = self._stack.enter_context(file)
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.close()

    def add(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Appends rows to a member."""
        for row in rows:
            line = canonical(row) + b"\n"
            self._files[name].write(line)
            self._digests[name].update(line)
            self._said[name]["bytes"] += len(line)
            self._said[name]["count"] += 1

    def close(self, **said: Any) -> dict[str, Any]:
        """Writes the bundle with what `said` adds to the manifest; returns the manifest."""
        listed = {
            name: {**self._said[name], "sha256": self._digests[name].hexdigest()}
            for name in MEMBERS
        }
        manifest = {"format": FORMAT, "version": VERSION, "members": listed, **said}
        manifest["digest"] = digest_of(manifest)
        partial = self._path.with_name(f"{self._path.name}.partial")
        try:
            self._pack(partial, canonical(manifest))
            partial.replace(self._path)
        finally:
            partial.unlink(missing_ok=True)
        return manifest

    def _pack(self, partial: Path, manifest: bytes) -> None:
        descriptor = os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with open(descriptor, "wb") as file:
            packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
            with packer.stream_writer(file, closefd=False) as packed:
                for piece in self._archive(manifest):
                    packed.write(piece)
            file.flush()
            os.fsync(file.fileno())

    def _archive(self, manifest: bytes) -> Iterator[bytes]:
        yield from _member(MANIFEST, len(manifest), [manifest])
        for name, file in self._files.items():
            yield from _member(name, self._said[name]["bytes"], _read(file))
        yield bytes(2 * BLOCK)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(_CHUNK):
        yield piece


def _member(name: str, size: int, pieces: Iterable[bytes]) -> Iterator[bytes]:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    yield info.tobuf(format=tarfile.USTAR_FORMAT)
    yield from pieces
    yield bytes(-size % BLOCK)
