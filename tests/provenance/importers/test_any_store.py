"""Whatever stands in a store's files: no crash, no hang, every record storable."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import REASONS, TIME_NOTES, Record
from provenance.importers.refused import REFUSALS, Refused

from .codex_memories_store import MEMORIES
from .memoryd_store import conclusion, exported, members, memory, memoryd, source, turn, zipped
from .nur_store import HOME
from .optmem_store import OPTMEM
from .plur_store import PLUR
from .ruflo_store import RUFLO
from .stores import jsonl, put
from .test_any_input import storable

STATUSES = {
    "current", "planned", "completed", "historical", "superseded", "archived", "invalidated",
    "retired", "deleted", "expired", "quarantined", "off_branch", "rolled_back",
}  # fmt: skip
STORES = {
    "codex-memories": MEMORIES,
    "memoryd": {
        "memory.db": memoryd(
            visible_turns=[turn("turn_1", "Ferns."), turn("turn_2", "Ferns.")],
            memory_sources=[source("src_1", "turn_1")],
            conclusions=[conclusion("concl_1", "Moss.\n§\nIvy.")],
            memory_records=[memory("mem_1", "Ferns.", sources=["src_1"], origin="visible_turn")],
        ),
        "export.jsonl": jsonl(exported("mr_1", "Frost."), exported("mr_2", "Sun.")),
    },
    "nur": HOME,
    "plur": PLUR,
    "optmem": OPTMEM,
    "ruflo": RUFLO,
    "memoryd-bundle": {"x.cmembundle": zipped(members())},
}

deep = st.sampled_from([b"[" * 100_000, b'{"a":' * 100_000, b"- " * 50_000, b"x" * 300_000])
odd = st.sampled_from(
    [b"", b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b"\n\n", b'"', b"null", b"\\ud800"]
)


@st.composite
def changed(draw, data):
    """Bytes cut off, altered, or with something put in between."""
    at = draw(st.integers(0, len(data)))
    way = draw(st.sampled_from(["cut", "byte", "odd", "deep", "twice", "utf16"]))
    if way == "cut":
        return data[:at]
    if way == "byte":
        return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]
    if way == "utf16":
        return data.decode("utf-8", "replace").encode("utf-16")
    put_in = {"odd": odd, "deep": deep, "twice": st.just(data)}[way]
    return data[:at] + draw(put_in) + data[at:]


@st.composite
def reshaped(draw, data):
    """JSON, whole or by lines, with one value replaced by one of another type."""
    values = draw(
        st.sampled_from([None, True, -1, 10**400, 1e999, "", "\0", "\ud800", [], {}, [[]]])
    )
    lines = data.splitlines(keepends=True)
    try:
        whole = [json.loads(data)]
    except ValueError:
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        try:
            whole = [json.loads(lines[at])] if lines else []
        except ValueError:
            return data
        before, after = lines[:at], lines[at + 1 :]
    else:
        before, after = [], []
    if not whole or not isinstance(whole[0], dict | list) or not whole[0]:
        return data
    place = whole[0]
    while True:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = draw(st.sampled_from(list(keys)))
        if not isinstance(place[key], dict | list) or not place[key] or draw(st.booleans()):
            place[key] = values
            break
        place = place[key]
    return b"".join([*before, json.dumps(whole[0]).encode(), b"\n", *after])


def read_or_refused(form, source):
    try:
        return list(FORMATS[form].read(source, source.names))
    except Refused as refused:
        return [] if refused.code in REFUSALS else [refused]


@pytest.mark.parametrize("form", sorted(STORES))
@given(data=st.data())
@settings(deadline=None)
def test_every_item_of_a_damaged_store_can_be_kept_or_says_why_not(form, data):
    files = dict(STORES[form])
    for name in data.draw(
        st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=2, unique=True)
    ):
        files[name] = data.draw(changed(files[name]) | reshaped(files[name]))
    with tempfile.TemporaryDirectory() as folder:
        source = put(Path(folder), files)
        found = claims(source)
        # Also what is not claimed any more is read as if it were: the owner may name a format.
        items = read_or_refused(form, source)
    assert set(found.files) | set(found.unsure) <= set(FORMATS)
    for item in items:
        assert item.file in files
        assert item.line >= 1
        if isinstance(item, Record):
            storable(item)
            assert item.status in STATUSES
            assert set(item.time_notes) <= TIME_NOTES.keys()
            assert len(item.lineage) <= 32
            assert all(subject.key.isprintable() for subject in item.subjects)
        else:
            assert item.reason in REASONS


@pytest.mark.parametrize("form", sorted(STORES))
def test_reading_a_store_is_a_function_of_its_bytes(form, tmp_path):
    source = put(tmp_path, STORES[form])

    first = list(FORMATS[form].read(source, FORMATS[form].claims(source)))

    assert first == list(FORMATS[form].read(source, FORMATS[form].claims(source)))
    assert sum(isinstance(item, Record) for item in first) >= 2
