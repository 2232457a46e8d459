"""An OptMem log is cut by bytes, and its summaries are of entries."""

import pytest

from provenance.importers.records import Link, Record

from .optmem_store import LOG, OPTMEM, entry, summary
from .stores import claimed, of, read, skips, told


@pytest.fixture(scope="module")
def memory():
    return read("optmem", OPTMEM)


def within(items, name):
    return [item for item in items if item.file == name]


def test_a_memory_is_told_by_its_records_and_the_rest_by_its_place():
    assert set(claimed(OPTMEM)["optmem"]) == set(OPTMEM)
    assert claimed({"import.txt": OPTMEM["import.txt"], "memory/TREE/2": b" " * 288}) == {}


def test_entries_are_an_agents_notes_of_a_day(memory):
    log = within(memory, "memory/LOG.txt")

    assert [(r.speaker_role, r.content, r.metadata["day"]) for r in log] == [
        ("assistant", "Bees arrived.", "2026-05-01"),
        ("assistant", "蜂は三箱。", "2026-05-02"),
        ("assistant", "蜂は三箱。", "2026-05-02"),
        ("assistant", "Four boxes, not three.", "2026-05-04"),
    ]
    assert {(r.observed_at, r.time_notes) for r in log} == {(None, ("day_only",))}
    assert len({r.event_id for r in log}) == 4


def test_p03_a_log_that_grew_names_its_entries_as_before(memory):
    grown = read("optmem", {"memory/LOG.txt": LOG + entry(4, "2026-05-05", "Rain.")})

    before = [r.event_id for r in within(memory, "memory/LOG.txt")]
    assert [r.event_id for r in grown][:4] == before


def test_p06_a_summary_is_of_the_entries_of_its_block(memory):
    log = within(memory, "memory/LOG.txt")
    pair, blank = within(memory, "memory/TREE/2")
    (large,) = within(memory, "memory/TREE/64")

    assert pair.lineage == tuple(
        Link(relation="summary_of", foreign=record.foreign) for record in log[:2]
    )
    assert (blank.reason, pair.kind, pair.observed_at) == ("blank", "summary", None)
    assert [link.foreign for link in large.lineage] == [record.foreign for record in log]
    assert (large.metadata["first"], large.metadata["last"]) == (0, 63)


def test_a_list_tells_only_what_no_log_has(memory):
    assert told(within(memory, "import.txt")) == [("note", "assistant", "Honey.")]
    assert skips(within(memory, "import.txt")) == {"repeated": 1}
    assert skips(within(memory, "memory/list.txt")) == {"repeated": 1}


def test_a_record_that_a_crash_left_unfinished_was_never_acknowledged():
    found = read("optmem", {"LOG.txt": LOG + b"#4 2026-05-05 Ra"})

    assert (len(told(found)), skips(found)) == (4, {"damaged": 1})


def test_a_damaged_record_costs_itself_alone():
    broken = bytearray(LOG)
    broken[330] = 0xFF
    found = read("optmem", {"LOG.txt": bytes(broken)})

    assert [r.content for r in found if isinstance(r, Record)] == [
        "Bees arrived.",
        "蜂は三箱。",
        "Four boxes, not three.",
    ]
    assert skips(found) == {"damaged": 1}


def test_a_tree_without_its_log_does_not_know_what_it_covers():
    other = {"memory/other.txt": LOG, "memory/TREE/2": summary("Bees.")}

    assert of(read("optmem", other), "Bees.").labels == ("ancestry-unknown",)
