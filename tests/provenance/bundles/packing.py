"""Bundles made by hand: whole ones, and every way to make one that is not."""

import io
import tarfile
from pathlib import Path
from typing import Any

import zstandard

from provenance.bundles.bundle import Bundle, canonical, digest_of
from provenance.bundles.layout import MANIFEST, MEMBERS
from provenance.bundles.writer import Writer
from provenance.importers.refused import Refused

HERE = "0192f3a0-0000-7000-8000-000000000001"


def observation(number: int, text: str | None, **more: Any) -> dict[str, Any]:
    """One row of observations.jsonl."""
    return {
        "id": f"0192f3a0-0000-7000-8000-{number:012d}",
        "position": number,
        "principal": "ada",
        "producer": {"harness": "codex", "instance": "laptop"},
        "session": "s1",
        "event_id": f"e{number}",
        "name": {"system": "memoryapp", "session": "s1", "id": f"{number}"},
        "kind": "turn",
        "speaker": {"role": "user", "name": None},
        "observed_at": "2026-03-01T12:00:00.000000Z",
        "valid_from": None,
        "valid_until": None,
        "turn_index": number,
        "part": None,
        "work_state": None,
        "labels": [],
        "subjects": [],
        "erased": False,
        "text": text,
        "title": None,
        "metadata": {},
        **more,
    }


def bundle_of(path: Path, **rows: list[dict[str, Any]]) -> bytes:
    """The bytes of a whole bundle with these rows, by the member's name without its end."""
    with Writer(path) as writer:
        for name, found in rows.items():
            writer.add(f"{name}.jsonl", found)
        writer.close(instance=HERE, position=9, filters={}, with_content=True)
    return path.read_bytes()


def inside(packed: bytes) -> dict[str, bytes]:
    """The members."""
    with tarfile.open(fileobj=io.BytesIO(unpacked(packed))) as archive:
        return {one.name: archive.extractfile(one).read() for one in archive}  # type: ignore[union-attr]


def unpacked(packed: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompressobj().decompress(packed)


def packed(archive: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(archive)


def archived(files: list[tuple[str, bytes]], form: int = tarfile.USTAR_FORMAT, **odd: Any) -> bytes:
    """A bundle of these members in this order; `odd` is set on the second one's header."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=form) as archive:
        for number, (name, data) in enumerate(files):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            for field, value in odd.items() if number == 1 else ():
                setattr(info, field, value)
            archive.addfile(info, io.BytesIO(data) if info.isreg() else None)
    # tarfile fills up to twenty blocks.
    body = target.getvalue().rstrip(b"\0")
    return packed(body + bytes(-len(body) % 512) + bytes(1024))


def whole(files: dict[str, bytes]) -> list[tuple[str, bytes]]:
    """The members in the order of bundles."""
    return [(name, files[name]) for name in (MANIFEST, *MEMBERS)]


def saying(files: dict[str, bytes], manifest: dict[str, Any]) -> dict[str, bytes]:
    """The files with another manifest, whose digest fits."""
    manifest["digest"] = digest_of(manifest)
    return {**files, MANIFEST: canonical(manifest)}


def refusal(data: bytes) -> str:
    """Why it is refused; empty where it is not."""
    try:
        Bundle(io.BytesIO(data))
    except Refused as refused:
        return refused.code
    return ""
