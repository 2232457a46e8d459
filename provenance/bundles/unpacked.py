"""The bytes inside: one Zstandard frame around one USTAR archive, read strictly and in pieces."""

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from provenance.importers.refused import Refused

from .layout import ALL_BYTES, RATIO, RATIO_FROM, WINDOW_BYTES

BLOCK = 512
# One KiB expands to 32 MiB at the most, so that memory stays bounded whatever is in it.
_PIECE = 1024
_REGULAR = b"0"
_MAGIC = b"\x28\xb5\x2f\xfd"
_CHUNK = 256 * 1024
_HEAD = 4096


@dataclass(frozen=True)
class Member:
    """One member's name and size, and its bytes, which are to be read before the next one."""

    name: str
    size: int
    pieces: Iterator[bytes]


def members(stream: BinaryIO) -> Iterator[Member]:
    """The members in order, from the beginning of the stream. Raises Refused.

    Only regular files with nothing special about them: links, devices, directories, long names and
    extensions of the format are refused, so no name has to be followed anywhere.
    """
    bytes_in = _Bytes(stream)
    while True:
        header = bytes_in.exactly(BLOCK)
        if header == bytes(BLOCK):
            break
        member = _member(header, bytes_in)
        yield member
        for _ in member.pieces:
            pass  # whoever did not read it all does not disturb the next
        if any(bytes_in.exactly(-member.size % BLOCK)):
            raise Refused("not_a_bundle")
    if bytes_in.exactly(BLOCK) != bytes(BLOCK) or bytes_in.rest():
        raise Refused("not_a_bundle")


def begins_with(head: bytes, *, name: str, saying: bytes) -> bool:
    """True where the head of a file is a frame whose first member has the name and says that."""
    if not head.startswith(_MAGIC):
        return False
    frame, damage = _frame()
    found = b""
    try:
        for start in range(0, len(head), _PIECE):
            found += frame.decompress(head[start : start + _PIECE])
            if len(found) >= _HEAD or frame.eof:
                break
    except damage:
        return False
    return found[:BLOCK].startswith(name.encode() + b"\0") and saying in found[BLOCK:_HEAD]


def _frame() -> tuple[Any, type[Exception]]:
    """What unpacks one frame, and what it raises for damage."""
    # Every import looks at its files' heads; only those that meet a bundle need the library.
    import zstandard  # noqa: PLC0415

    unpacker = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES)
    return unpacker.decompressobj(), zstandard.ZstdError


def _member(header: bytes, bytes_in: "_Bytes") -> Member:
    if header[257:265] != b"ustar\x0000" or header[156:157] != _REGULAR:
        raise Refused("unsafe_member")
    try:
        info = tarfile.TarInfo.frombuf(header, "utf-8", "strict")
    except (tarfile.HeaderError, ValueError):
        raise Refused("not_a_bundle") from None
    if info.size < 0 or info.linkname:
        raise Refused("unsafe_member")
    if info.size > ALL_BYTES:
        raise Refused("limit_exceeded")
    return Member(info.name, info.size, _pieces(bytes_in, info.size))


def _pieces(bytes_in: "_Bytes", size: int) -> Iterator[bytes]:
    while size:
        piece = bytes_in.exactly(min(size, _CHUNK))
        size -= len(piece)
        yield piece


class _Bytes:
    """What comes out of the frame, as many bytes as are asked for."""

    def __init__(self, stream: BinaryIO) -> None:
        stream.seek(0)
        self._stream = stream
        self._frame, self._damage = _frame()
        self._taken = self._given = 0
        self._buffer = bytearray()

    def exactly(self, count: int) -> bytes:
        """So many bytes. Refused `truncated` where there are fewer."""
        while len(self._buffer) < count:
            if not self._more():
                raise Refused("truncated")
        found = bytes(self._buffer[:count])
        del self._buffer[:count]
        return found

    def rest(self) -> bytes:
        """What comes after the archive; and looks whether the frame is whole, and alone."""
        after = bytes(self._buffer)
        while self._more():
            after += bytes(self._buffer)
            self._buffer.clear()
            if after:
                break
        if not after and not self._frame.eof:
            raise Refused("truncated")
        return after + self._frame.unused_data + self._stream.read(1)

    def _more(self) -> bool:
        if self._frame.eof:
            return False
        piece = self._stream.read(_PIECE)
        if not piece:
            return False
        try:
            found = self._frame.decompress(piece)
        except self._damage:
            raise Refused("not_a_bundle") from None
        self._taken += len(piece)
        self._given += len(found)
        exploding = self._given > RATIO_FROM and self._given > RATIO * self._taken
        if exploding or self._given > ALL_BYTES:
            raise Refused("limit_exceeded")
        self._buffer += found
        return True
