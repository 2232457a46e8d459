"""A bundle is taken whole, or refused whole before anything of it is used."""

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from provenance.bundles import records
from provenance.bundles.bundle import Bundle, canonical
from provenance.bundles.layout import MANIFEST, MEMBERS
from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import Record
from provenance.importers.refused import REFUSALS, Refused
from provenance.importers.source import Source

from .packing import (
    archived,
    bundle_of,
    inside,
    observation,
    packed,
    refusal,
    saying,
    unpacked,
    whole,
)

ROWS = [observation(1, "The kiln is lit on Mondays."), observation(2, "Not in August.")]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole bundle of two turns."""
    return bundle_of(tmp_path_factory.mktemp("bundle") / "a.tar.zst", observations=ROWS)


def test_a_whole_bundle_is_read_in_order(data):
    assert refusal(data) == ""
    found = list(records.read(io.BytesIO(data)))
    assert [item.content for item in found if isinstance(item, Record)] == [
        row["text"] for row in ROWS
    ]


def test_it_is_an_ordinary_tar_for_other_tools(data):
    assert list(inside(data)) == [MANIFEST, *MEMBERS]


def test_the_same_rows_are_the_same_bytes(data, tmp_path):
    assert bundle_of(tmp_path / "another name.tar.zst", observations=ROWS) == data


def test_wherever_it_is_cut_it_is_refused(data):
    for end in {*range(0, len(data), 37), len(data) - 1, len(data) - 4}:
        assert refusal(data[:end]) in ("truncated", "not_a_bundle"), end


def test_whatever_byte_inside_is_altered_it_is_refused(data):
    archive = unpacked(data)
    for place in range(0, len(archive) - 1024, 61):
        other = archive[:place] + bytes([archive[place] ^ 1]) + archive[place + 1 :]
        assert refusal(packed(other)) in REFUSALS, place


@given(place=st.integers(0, 10**6), byte=st.integers(1, 255))
def test_whatever_byte_outside_is_altered_nothing_else_comes_of_it(data, place, byte):
    place %= len(data)
    other = data[:place] + bytes([data[place] ^ byte]) + data[place + 1 :]
    if refusal(other) == "":
        assert inside(other) == inside(data)


@pytest.mark.parametrize("after", [b"x", b"\0" * 8, zstandard.ZstdCompressor().compress(b"more")])
def test_what_comes_after_it_is_refused(data, after):
    assert refusal(data + after) == "not_a_bundle"


@pytest.mark.parametrize(
    "odd",
    [
        {"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"},
        {"type": tarfile.LNKTYPE, "linkname": MANIFEST},
        {"type": tarfile.CHRTYPE},
        {"type": tarfile.BLKTYPE},
        {"type": tarfile.FIFOTYPE},
        {"type": tarfile.DIRTYPE},
        {"name": "../principals.jsonl"},
        {"name": "/principals.jsonl"},
        {"name": "observations/../principals.jsonl"},
        {"name": MANIFEST},
        {"name": "something.jsonl"},
        {"linkname": "elsewhere"},
    ],
    ids=str,
)
def test_a_member_that_leads_somewhere_or_should_not_be_there_is_refused(data, odd):
    assert refusal(archived(whole(inside(data)), **odd)) == "unsafe_member"


def test_extensions_of_the_format_are_refused_before_they_are_read(data):
    files = whole(inside(data))
    for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        assert refusal(archived(files, form, name="x" * 150)) == "unsafe_member"


def test_a_member_twice_or_in_another_order_is_refused(data):
    files = whole(inside(data))
    assert refusal(archived([*files[:2], files[1], *files[2:]])) == "unsafe_member"
    assert refusal(archived([files[0], files[2], files[1], *files[3:]])) == "unsafe_member"
    assert refusal(archived(files[1:])) == "unsafe_member"
    assert refusal(archived(files[:-1])) == "truncated"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 2}, "schema_unsupported"),
        ({"version": "1"}, "schema_unsupported"),
        ({"format": "else"}, "not_a_bundle"),
        ({"more": 1}, "unknown_field"),
        ({"members": {}}, "unknown_field"),
        ({"instance": 7}, "unknown_field"),
    ],
)
def test_a_manifest_that_is_not_known_here_is_refused(data, change, code):
    files = inside(data)
    manifest = json.loads(files[MANIFEST]) | change
    assert refusal(archived(whole(saying(files, manifest)))) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"count": 3}, "count_mismatch"),
        ({"bytes": 1}, "count_mismatch"),
        ({"sha256": "0" * 64}, "digest_mismatch"),
        ({"count": True}, "unknown_field"),
        ({"count": None}, "unknown_field"),
    ],
)
def test_a_manifest_that_misstates_a_member_is_refused(data, change, code):
    files = inside(data)
    manifest = json.loads(files[MANIFEST])
    manifest["members"]["observations.jsonl"] |= change
    assert refusal(archived(whole(saying(files, manifest)))) == code


def test_an_altered_manifest_is_refused(data):
    files = inside(data)
    manifest = json.loads(files[MANIFEST])
    manifest["position"] = 10
    assert refusal(archived(whole({**files, MANIFEST: canonical(manifest)}))) == "digest_mismatch"


def test_what_explodes_is_refused_before_it_fills_the_memory(data):
    files = inside(data)
    zeros = b"0" * (80 * 1024 * 1024)
    assert refusal(archived([(MANIFEST, zeros), *whole(files)[1:]])) == "limit_exceeded"
    bomb = archived([whole(files)[0], ("principals.jsonl", zeros)])
    assert refusal(bomb) in ("limit_exceeded", "count_mismatch")
    assert refusal(packed(bytes(512) + zeros)) in ("limit_exceeded", "not_a_bundle")


@pytest.mark.parametrize("head", [b"", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"{}", bytes(5000)])
def test_what_is_no_bundle_is_refused(head):
    assert refusal(head) in ("not_a_bundle", "truncated")


def test_rows_that_are_not_as_they_must_be_are_refused_with_a_code(tmp_path):
    for number, change in enumerate(({"speaker": None}, {"observed_at": "noon"}, {"labels": 3})):
        row = observation(1, "Words.") | change
        broken = bundle_of(tmp_path / f"{number}.tar.zst", observations=[row])
        with pytest.raises(Refused) as refused:
            list(records.read(io.BytesIO(broken)))
        assert refused.value.code == "unknown_field"


def test_edges_and_standings_find_their_observation(tmp_path):
    edge: dict[str, Any] = {"of": 2, "relation": "derived_from", "awaited": None, "external": None}
    name = {"system": "memoryapp", "session": "s1", "id": "1"}
    stood = {"standing": "withdrawn", "at": "2026-03-02T12:00:00.000000Z"}
    made = bundle_of(
        tmp_path / "b.tar.zst",
        observations=[observation(1, "A kiln."), observation(2, "Kilns."), observation(3, None)],
        lineage=[{**edge, "source": name}],
        standings=[{**stood, "of": 1}, {**stood, "of": 2, "standing": "reported"}],
    )
    first, second, third = records.read(io.BytesIO(made))
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.status, second.status) == ("invalidated", "current")
    assert [link.foreign for link in second.lineage] == [("memoryapp", "s1", "1")]
    assert first.lineage == ()
    assert not isinstance(third, Record)
    assert third.reason == "without_content"


def test_it_is_recognised_by_its_content_alone(data, tmp_path: Path):
    (tmp_path / "photo.jpg").write_bytes(data)
    (tmp_path / "other.tar.zst").write_bytes(packed(b"something else"))
    found = claims(Source(tmp_path))
    assert found.files == {"memoryapp-bundle": ["photo.jpg"]}
    assert found.unread == ["other.tar.zst"]
    form = FORMATS["memoryapp-bundle"]
    items = list(form.read(Source(tmp_path), ["photo.jpg"]))
    assert [item.file for item in items] == ["photo.jpg", "photo.jpg"]


def test_nothing_is_yielded_of_a_bundle_whose_end_is_wrong(data):
    for item in _read_until_refused(data[:-1]):
        raise AssertionError(item)


def _read_until_refused(data: bytes) -> list[object]:
    found: list[object] = []
    try:
        found.extend(records.read(io.BytesIO(data)))
    except Refused:
        return found
    raise AssertionError("not refused")


def test_a_bundle_that_is_not_finished_leaves_nothing(tmp_path):
    from provenance.bundles.writer import Writer

    with pytest.raises(KeyError), Writer(tmp_path / "x.tar.zst") as writer:
        writer.add("nothing.jsonl", [{}])
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_is_its_owners_alone(tmp_path):
    bundle_of(tmp_path / "x.tar.zst")
    assert (tmp_path / "x.tar.zst").stat().st_mode & 0o077 == 0
    with (tmp_path / "x.tar.zst").open("rb") as stream:
        assert Bundle(stream).manifest["members"]["facts.jsonl"]["count"] == 0
