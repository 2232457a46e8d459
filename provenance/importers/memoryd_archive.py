"""The ZIP of a MemoryD bundle: which members it may have, how large, and their lines."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from .refused import Refused

KINDS = ("subject", "episode", "source", "evidence", "memory")
PATHS = {
    "subject": "objects/subjects.jsonl",
    "episode": "objects/episodes.jsonl",
    "source": "objects/sources.jsonl",
    "evidence": "objects/evidence.jsonl",
    "memory": "objects/memories.jsonl",
}
MANIFEST, SIGNATURE = "manifest.json", "signatures/manifest.dsse.json"
MIB = 1024 * 1024
MANIFEST_BYTES, MEMBER_BYTES, ALL_BYTES = MIB, 64 * MIB, 128 * MIB
MEMBERS_AT_MOST = 16
RATIO = 100
_TROUBLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError)


class Archive:
    """An open bundle. Raises Refused where the archive alone is not as it must be."""

    def __init__(self, stream: BinaryIO) -> None:
        try:
            self._zip = zipfile.ZipFile(stream)
        except _TROUBLE as error:
            raise Refused("not_a_bundle") from error
        members = self._zip.infolist()
        if len(members) > MEMBERS_AT_MOST:
            raise Refused("limit_exceeded")
        names = [member.filename for member in members]
        if len(set(names)) < len(names) or set(names) - {SIGNATURE} != {MANIFEST, *PATHS.values()}:
            raise Refused("unsafe_member")
        for member in members:
            _check(member)
        if sum(member.file_size for member in members) > ALL_BYTES:
            raise Refused("limit_exceeded")

    def manifest(self) -> bytes:
        """The manifest's bytes."""
        return b"".join(self._pieces(MANIFEST, MANIFEST_BYTES))

    def lines(self, kind: str) -> Iterator[bytes]:
        """The lines of a kind's member with their ends; together at most 64 MiB."""
        left = b""
        for piece in self._pieces(PATHS[kind], MEMBER_BYTES):
            *whole, left = (left + piece).split(b"\n")
            yield from (line + b"\n" for line in whole)
        if left:
            yield left

    def _pieces(self, name: str, limit: int) -> Iterator[bytes]:
        # What the directory says of sizes is a claim: what comes out is counted.
        size = 0
        try:
            with self._zip.open(name) as member:
                while piece := member.read(MIB):
                    size += len(piece)
                    if size > limit:
                        raise Refused("limit_exceeded")
                    yield piece
        except _TROUBLE as error:
            raise Refused("not_a_bundle") from error


def _check(member: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if member.flag_bits & 1 or member.is_dir() or kind not in (0, stat.S_IFREG):
        raise Refused("unsafe_member")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused("unsafe_member")
    limit = MANIFEST_BYTES if member.filename in (MANIFEST, SIGNATURE) else MEMBER_BYTES
    if member.file_size > limit or member.file_size > RATIO * max(member.compress_size, 1):
        raise Refused("limit_exceeded")
