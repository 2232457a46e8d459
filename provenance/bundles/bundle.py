"""A bundle that is whole: nothing is read from it before all of it is verified."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, BinaryIO

from provenance.importers.refused import Refused

from .layout import (
    FORMAT,
    LINE_BYTES,
    MANIFEST,
    MANIFEST_BYTES,
    MANIFEST_KEYS,
    MEMBERS,
    VERSION,
)
from .unpacked import Member, members


class Bundle:
    """Verifies at once. Raises Refused with a code of the closed list, and then nothing was used.

    `manifest` is what it says of itself. The stream must be seekable, and stay open and unchanged.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        found = members(stream)
        first = next(found, None)
        if first is None or first.name != MANIFEST:
            raise Refused("unsafe_member" if first else "not_a_bundle")
        self.manifest = _manifest(first)
        expected = iter(MEMBERS)
        for member in found:
            # The names are known and in order: none is there twice, none leads anywhere.
            if member.name != next(expected, None):
                raise Refused("unsafe_member")
            _verify(member, self.manifest["members"][member.name])
        if next(expected, None) is not None:
            raise Refused("truncated")

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of a member, in order. Each call reads from the beginning of the bundle."""
        for member in members(self._stream_of_its_own()):
            if member.name == name:
                for line in _lines(member):
                    yield json.loads(line)
                return

    def _stream_of_its_own(self) -> BinaryIO:
        return _Own(self._stream)  # type: ignore[return-value]


class _Own:
    """A position of its own in a stream that several read by turns."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._at = stream, 0

    def seek(self, at: int) -> int:
        self._at = at
        return at

    def read(self, count: int) -> bytes:
        self._stream.seek(self._at)
        found = self._stream.read(count)
        self._at += len(found)
        return found


def canonical(row: Any) -> bytes:
    """A row as bundles write it: the same row is the same bytes."""
    text = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def digest_of(manifest: dict[str, Any]) -> str:
    """SHA-256 of a manifest without its own digest."""
    return sha256(canonical({k: v for k, v in manifest.items() if k != "digest"})).hexdigest()


def _manifest(member: Member) -> dict[str, Any]:
    if member.size > MANIFEST_BYTES:
        raise Refused("limit_exceeded")
    found = _object(b"".join(member.pieces))
    if found.get("format") != FORMAT:
        raise Refused("not_a_bundle")
    if found.get("version") != VERSION:
        raise Refused("schema_unsupported")
    listed = found.get("members")
    if set(found) != MANIFEST_KEYS or not isinstance(listed, dict) or set(listed) != set(MEMBERS):
        raise Refused("unknown_field")
    if not all(_describes(one) for one in listed.values()):
        raise Refused("unknown_field")
    if not isinstance(found["instance"], str) or not isinstance(found["with_content"], bool):
        raise Refused("unknown_field")
    if found["digest"] != digest_of(found):
        raise Refused("digest_mismatch")
    return found


def _describes(said: object) -> bool:
    if not isinstance(said, dict) or set(said) != {"bytes", "count", "sha256"}:
        return False
    numbers = [said["bytes"], said["count"]]
    return all(type(one) is int for one in numbers) and isinstance(said["sha256"], str)


def _verify(member: Member, said: dict[str, Any]) -> None:
    if member.size != said["bytes"]:
        raise Refused("count_mismatch")
    digest, count = sha256(), 0
    for line in _lines(member):
        digest.update(line)
        count += 1
        _object(line)
    if digest.hexdigest() != said["sha256"]:
        raise Refused("digest_mismatch")
    if count != said["count"]:
        raise Refused("count_mismatch")


def _lines(member: Member) -> Iterator[bytes]:
    left = b""
    for piece in member.pieces:
        *whole, left = (left + piece).split(b"\n")
        if len(left) > LINE_BYTES:
            raise Refused("limit_exceeded")
        yield from (line + b"\n" for line in whole)
    if left:
        raise Refused("not_canonical")


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("not_canonical") from None
    if not isinstance(found, dict):
        raise Refused("unknown_field")
    return found
