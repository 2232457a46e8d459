"""The samples of stores, where they are at hand: exact counts, as their description has them."""

from collections import Counter

import pytest

from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import Record
from provenance.importers.source import Source

from .test_shared_samples import DATA

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="no format samples: set MEMORYAPP_SHARED_DATA to their folder"
)


def counts(form, folder, *files):
    """What a sample's files become, and what is skipped in them."""
    source = Source(DATA / folder)
    items = list(FORMATS[form].read(source, files))
    records = Counter(
        (i.source_type, i.kind, i.speaker_role, i.status) for i in items if isinstance(i, Record)
    )
    return records, Counter(i.reason for i in items if not isinstance(i, Record))


def claimed(folder):
    found = claims(Source(DATA / folder))
    assert found.unsure == {}
    return found.files


def test_memoryds_files_are_told_apart():
    assert claimed("memoryd") == {
        "memoryd": ["export.jsonl", "memory.db", "memory.db.manifest.json"],
        "memoryd-bundle": ["tea-ledger.cmembundle"],
    }


def test_the_memoryd_database():
    records, skipped = counts("memoryd", "memoryd", "memory.db")

    assert records == {
        ("turn", "turn", "user", "current"): 4,
        ("turn", "turn", "assistant", "current"): 2,
        ("conclusion", "conclusion", "unknown", "current"): 1,
        ("conclusion", "conclusion", "assistant", "current"): 5,  # two, and three of one blob
        ("conclusion", "conclusion", "assistant", "deleted"): 1,  # tells of a removal
        ("checkpoint", "checkpoint", "unknown", "current"): 1,
        ("episode", "note", "unknown", "current"): 3,
        ("procedure", "lesson", "assistant", "current"): 1,
        ("relation", "note", "unknown", "current"): 1,
        # 26 memory records: one is blocked, one holds three entries
        ("memory_record", "decision", "user", "current"): 1,
        ("memory_record", "decision", "user", "superseded"): 1,
        ("memory_record", "decision", "unknown", "current"): 2,
        ("memory_record", "preference", "assistant", "current"): 3,
        ("memory_record", "preference", "unknown", "current"): 1,
        ("memory_record", "lesson", "assistant", "current"): 2,
        ("memory_record", "lesson", "assistant", "quarantined"): 2,
        ("memory_record", "lesson", "unknown", "archived"): 2,
        ("memory_record", "checkpoint", "unknown", "completed"): 1,
        ("memory_record", "note", "user", "current"): 2,
        ("memory_record", "note", "assistant", "current"): 4,
        ("memory_record", "note", "unknown", "current"): 3,
        ("memory_record", "note", "unknown", "invalidated"): 1,
        ("memory_record", "note", "unknown", "planned"): 1,
        ("memory_record", "note", "unknown", "historical"): 1,
    }
    assert skipped == {"metadata": 22, "harness_event": 5, "excerpt": 4, "secret": 1}


def test_the_memoryd_export():
    records, skipped = counts("memoryd", "memoryd", "export.jsonl")

    assert records == {
        ("memory_record", "decision", "unknown", "current"): 2,
        ("memory_record", "decision", "unknown", "superseded"): 1,
        ("memory_record", "preference", "unknown", "current"): 2,
        ("memory_record", "preference", "assistant", "current"): 1,
        ("memory_record", "lesson", "assistant", "current"): 1,
        ("memory_record", "lesson", "assistant", "quarantined"): 1,
        ("memory_record", "checkpoint", "unknown", "completed"): 1,
        ("memory_record", "note", "assistant", "current"): 1,
        ("memory_record", "note", "unknown", "current"): 5,
        ("memory_record", "note", "unknown", "invalidated"): 1,
        ("memory_record", "note", "unknown", "planned"): 1,
        ("memory_record", "note", "unknown", "historical"): 1,
    }
    assert skipped == {}


def test_the_memoryd_bundle():
    records, skipped = counts("memoryd-bundle", "memoryd", "tea-ledger.cmembundle")

    assert records == {
        ("episode", "note", "unknown", "current"): 1,
        ("memory_record", "decision", "unknown", "current"): 1,
        ("memory_record", "decision", "unknown", "superseded"): 1,
        ("memory_record", "note", "assistant", "current"): 1,
        ("memory_record", "note", "unknown", "current"): 2,
    }
    assert skipped == {"metadata": 2, "excerpt": 1}


def test_p05_all_that_an_export_holds_is_in_the_database_under_one_name():
    source = Source(DATA / "memoryd")
    names = {
        file: {i.foreign for i in FORMATS["memoryd"].read(source, [file]) if isinstance(i, Record)}
        for file in ("memory.db", "export.jsonl")
    }

    assert len(names["export.jsonl"]) == 18
    assert names["export.jsonl"] < names["memory.db"]


def test_what_a_bundle_brought_is_known_by_its_origin():
    source = Source(DATA / "memoryd")
    here, carried = (
        {i.origin for i in FORMATS[form].read(source, [file]) if isinstance(i, Record)} - {None}
        for form, file in (("memoryd", "memory.db"), ("memoryd-bundle", "tea-ledger.cmembundle"))
    )

    assert len(here) == 2
    assert here < carried


def test_codex_memories():
    folder = "codex/.codex/memories"
    files = claimed("codex")["codex-memories"]
    assert len(files) == 7

    records, skipped = counts("codex-memories", "codex", *files)

    assert records == {
        ("task", "summary", "assistant", "current"): 2,
        ("summary", "summary", "assistant", "current"): 4,
        ("raw", "summary", "assistant", "current"): 2,
        ("rollout", "summary", "assistant", "current"): 2,
        ("note", "note", "assistant", "current"): 4,  # three bullets, one asked for
        ("skill", "document", "assistant", "current"): 1,
    }
    assert skipped == {}
    assert claimed(folder) == {
        "codex-memories": [name[len(".codex/memories/") :] for name in files]
    }


def test_a_nur_home():
    files = claimed("nur")["nur"]
    assert len(files) == 26

    records, skipped = counts("nur", "nur", *files)

    assert records == {
        ("turn", "turn", "user", "current"): 2,
        ("turn", "turn", "assistant", "current"): 1,
        ("turn", "note", "assistant", "current"): 1,  # the call of a tool
        ("turn", "tool_result", "tool", "current"): 1,
        # 13 lines: one torn, one twice
        ("entry", "note", "unknown", "current"): 7,
        ("entry", "note", "unknown", "retired"): 1,
        ("entry", "preference", "assistant", "current"): 1,
        ("entry", "summary", "assistant", "current"): 2,  # l2 and l3
        ("edge", "note", "unknown", "current"): 1,
        ("event", "turn", "user", "current"): 2,
        ("event", "turn", "assistant", "current"): 2,
        ("event", "note", "unknown", "current"): 2,
        ("event", "checkpoint", "unknown", "current"): 1,
        ("checkpoint", "checkpoint", "unknown", "current"): 2,
        ("journal", "note", "unknown", "current"): 5,  # three notes, two by hand
        ("lesson", "lesson", "assistant", "current"): 2,
        ("lesson", "lesson", "assistant", "rolled_back"): 1,
        ("goal", "goal", "unknown", "current"): 1,
        ("goal", "goal", "unknown", "historical"): 1,
        ("letter", "message", "assistant", "current"): 3,
        ("result", "tool_result", "tool", "current"): 1,
    }
    assert skipped == {
        "damaged": 1,
        "repeated": 3,  # an entry, a note of the journal, a lesson in a snapshot
        "double_log": 10,  # the outbox 4, input items 2, the screen's log 4
        "extracted": 4,
        "body_missing": 1,
        "empty": 2,  # the assistant's empty message, the empty snapshot
        "vectors": 1,
        "harness_event": 2,  # counters, a compaction
        "metadata": 19,  # of sessions 13, snapshots 3, peers 2, the latest session
    }


def test_a_plur_store():
    records, skipped = counts("plur", "plur", *claimed("plur")["plur"])

    assert records == {
        # 11 engrams
        ("engram", "decision", "unknown", "current"): 1,
        ("engram", "lesson", "unknown", "current"): 3,
        ("engram", "lesson", "unknown", "quarantined"): 1,  # its id is none
        ("engram", "note", "unknown", "current"): 3,
        ("engram", "note", "unknown", "retired"): 1,
        ("engram", "conclusion", "assistant", "current"): 1,
        ("engram", "conclusion", "assistant", "quarantined"): 1,  # a candidate
        # 6 episodes: one twice, one without an id
        ("episode", "summary", "assistant", "current"): 2,
        ("episode", "summary", "unknown", "current"): 2,
        ("episode", "summary", "unknown", "quarantined"): 1,
    }
    assert skipped == {
        "metadata": 1,
        "empty_store": 1,
        "repeated": 2,  # an episode, a statement that was absorbed and stands elsewhere
        "harness_event": 5,
        "damaged": 1,
    }


def test_an_optmem_memory():
    assert set(claimed("optmem")["optmem"]) == {
        "LOG.torn.txt",
        "import.txt",
        *(f"memory/{name}" for name in (".lock", "LOG.txt", "TREE/2", "TREE/4", "config")),
    }
    log = ({("entry", "note", "assistant", "current"): 9}, {})
    assert counts("optmem", "optmem", "memory/LOG.txt") == log
    assert counts("optmem", "optmem", "LOG.torn.txt") == (log[0], {"damaged": 1})
    trees = counts("optmem", "optmem", "memory/TREE/2", "memory/TREE/4")
    assert trees == ({("summary", "summary", "assistant", "current"): 5}, {})
    assert counts("optmem", "optmem", "memory/LOG.txt", "import.txt") == (log[0], {"repeated": 8})


def test_a_ruflo_database():
    assert claimed("ruflo") == {"ruflo": ["memory.db"]}
    records, skipped = counts("ruflo", "ruflo", "memory.db")

    assert records == {
        # 9 entries; that one has expired is for the clock to say
        ("entry", "note", "unknown", "current"): 7,
        ("entry", "note", "unknown", "archived"): 1,
        ("entry", "note", "unknown", "deleted"): 1,
        ("pattern", "lesson", "assistant", "current"): 1,
        ("trajectory", "checkpoint", "unknown", "current"): 1,
        ("step", "note", "unknown", "current"): 2,
    }
    assert skipped == {"metadata": 10, "harness_event": 1}
