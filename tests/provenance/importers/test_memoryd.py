"""What becomes of a MemoryD database and of its export."""

from datetime import UTC, datetime

import pytest

from provenance.importers.memoryd_ids import handle
from provenance.importers.records import Link, Origin, Record, Subject

from .memoryd_store import AT, HOME, conclusion, exported, memory, memoryd, source, turn
from .stores import claimed, database, jsonl, of, read, skips, told

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def items(**tables):
    return read("memoryd", {"memory.db": memoryd(**tables)})


def one(**values):
    (found,) = items(memory_records=[memory("mem_1", "Frost in May.", **values)])[1:]
    return found


def test_a_handle_is_made_of_the_raw_id_and_stays_what_it_is():
    assert handle("mr_", "mem_1") == handle("mr_", handle("mr_", "mem_1"))
    assert handle("mr_", "mem_1") != handle("mr_", "mem_2")
    assert [handle("mr_", odd) for odd in (None, "", 7)] == [None, None, None]


def test_p06_a_record_of_a_turn_is_derived_from_it_and_spoken_by_its_actor():
    found = items(
        visible_turns=[turn("turn_1", "Water the ferns daily.")],
        memory_sources=[source("src_1", "turn_1")],
        memory_records=[
            memory("mem_1", "Water the ferns daily.", sources=["src_1"], origin="visible_turn")
        ],
    )

    said, derived = [i for i in found if isinstance(i, Record)]
    assert (said.speaker_role, said.session_id, said.turn_index) == ("user", "session_1", 0)
    assert derived.speaker_role == "user"
    assert derived.lineage == (
        Link(relation="derived_from", foreign=("memoryd", "session_1", "turn_1")),
    )
    assert derived.foreign == ("memoryd", None, handle("mr_", "mem_1"))


def test_equal_words_show_the_turn_where_the_source_is_not_named():
    found = items(
        visible_turns=[turn("turn_1", "Water the ferns daily.")],
        memory_records=[
            memory("mem_1", "Water the ferns daily. ", origin="visible_turn"),
            memory("mem_2", "Water the moss daily.", origin="visible_turn"),
        ],
    )

    by_id = {i.foreign[2]: i for i in found if isinstance(i, Record)}
    (link,) = by_id[handle("mr_", "mem_1")].lineage
    assert link.foreign == ("memoryd", "session_1", "turn_1")
    assert by_id[handle("mr_", "mem_2")].labels == ("ancestry-unknown",)


def test_p05_a_delivery_that_came_twice_mirrors_the_first():
    found = items(
        visible_turns=[
            turn("turn_1", "Water the ferns."),
            turn("turn_2", "Water the ferns."),
            turn("turn_3", "Water the ferns.", at="2026-05-05T08:00:00Z"),
        ]
    )

    first, copy, later = [i for i in found if isinstance(i, Record)]
    assert copy.lineage == (Link(relation="mirrors", event_id=first.event_id),)
    assert (first.lineage, later.lineage) == ((), ())


def test_sources_of_one_text_delivered_again_are_one_source():
    found = items(
        visible_turns=[turn("turn_1", "Ferns."), turn("turn_2", "Ferns.")],
        memory_sources=[source("src_1", "turn_1"), source("src_2", "turn_2")],
        memory_records=[memory("mem_1", "About ferns.", sources=["src_1", "src_2"])],
    )

    assert [link.foreign[2] for link in of(found, "About ferns.").lineage] == ["turn_1"]


def test_a_source_that_is_gone_stays_a_name():
    record = one(sources=["src_gone"])

    assert record.lineage == (
        Link(relation="derived_from", external=("memoryd", handle("msrc_", "src_gone"))),
    )


@pytest.mark.parametrize(
    ("target", "metadata", "role"),
    [
        ("user", {}, "unknown"),
        ("assistant", {}, "assistant"),
        ("user", {"source_kind": "hermes_builtin_memory_import"}, "assistant"),
        ("user", {"source_kind": "owner_turn"}, "unknown"),
    ],
)
def test_p04_a_target_says_about_whom_and_only_a_mirror_who_wrote(target, metadata, role):
    found = items(
        conclusions=[conclusion("concl_1", "Ferns like shade.", target=target, **metadata)],
        memory_records=[
            memory(
                "mem_1",
                "Ferns like the shade.",
                origin="conclusion",
                more={"conclusion_id": "concl_1"},
            )
        ],
    )

    assert [record[1] for record in told(found)] == [role, role]
    assert of(found, "Ferns like the shade.").lineage == (
        Link(relation="derived_from", foreign=("memoryd", None, "concl_1")),
    )


def test_a_memory_file_that_came_as_one_text_is_taken_apart():
    text = "Ferns like shade.\n§\nMoss likes rain."
    found = items(
        conclusions=[conclusion("concl_1", text, bootstrap=True)],
        memory_records=[
            memory("mem_1", text, origin="conclusion", more={"conclusion_id": "concl_1"})
        ],
    )

    assert [content for _, _, content in told(found)] == [
        "Ferns like shade.",
        "Moss likes rain.",
    ] * 2
    last = [i for i in found if isinstance(i, Record)][-1]
    assert last.lineage[0].foreign == ("memoryd", None, "concl_1:e1")


def test_a_conclusion_that_something_was_removed_does_not_hold():
    found = items(conclusions=[conclusion("concl_1", "Ferns like sun.", action="remove")])

    assert of(found, "Ferns like sun.").status == "deleted"


@pytest.mark.parametrize(
    ("values", "status", "since"),
    [
        ({}, "current", None),
        ({"archived": 1}, "archived", None),
        ({"temporal_state": "planned"}, "planned", None),
        ({"temporal_state": "completed"}, "completed", None),
        ({"temporal_state": "historical"}, "historical", None),
        ({"temporal_state": "invalidated", "archived": 1}, "invalidated", NOON),
        ({"temporal_state": "superseded"}, "superseded", NOON),
        (
            {"trust_state": "quarantined", "quarantined_at": "2026-05-04T12:00:00Z"},
            "quarantined",
            NOON,
        ),
    ],
)
def test_p08_what_the_source_says_of_standing_is_kept(values, status, since):
    if since and "quarantined_at" not in values:
        values = values | {"invalidated_at": "2026-05-04T12:00:00Z"}
    record = one(**values)

    assert (record.status, record.status_at) == (status, since)
    assert record.work_state == ("planned" if status == "planned" else None)


def test_what_replaced_a_record_is_named_by_its_handle():
    record = one(superseded_by="mem_2", temporal_state="superseded")

    assert record.superseded_by == handle("mr_", "mem_2")


def test_p07_a_time_that_the_source_made_up_says_so_and_none_is_added():
    assert one().observed_at is None
    assert one().time_notes == ("missing",)
    assert one(observed_at=AT).time_notes == ("invented",)
    assert one(observed_at="2026-05-03T08:00:00.123456789Z").time_notes == ()
    (found,) = items(visible_turns=[turn("turn_1", "x")])[1:]
    assert (found.observed_at, found.time_notes) == (
        datetime(2026, 5, 4, 8, tzinfo=UTC),
        ("invented",),
    )


def test_p10_what_is_blocked_as_secret_yields_no_content():
    found = items(memory_records=[memory("mem_1", "[redacted]", sensitivity="secret_blocked")])

    assert (told(found), skips(found)["secret"]) == ([], 1)


def test_what_is_never_exported_is_kept_and_marked():
    assert "never-export" in one(portability="never_export").labels


def test_where_a_bundle_brought_a_record_from_and_where_it_only_matched_one():
    origins = [
        {"origin_instance_id": "inst_far", "object_kind": "memory", "origin_object_id": own}
        | {"local_object_id": local, "canonical": canonical}
        for own, local, canonical in (("mr_a", "mem_1", 1), ("mr_b", "mem_2", 0))
    ]
    found = items(
        portable_object_origins=origins,
        memory_records=[memory("mem_1", "From afar."), memory("mem_2", "From here.")],
    )

    assert of(found, "From afar.").origin == Origin(instance="inst_far", kind="memory", id="mr_a")
    assert of(found, "From here.").origin is None
    assert of(found, "From here.").metadata["aliases"] == ["inst_far/memory/mr_b"]


def test_what_a_record_is_about():
    subject = {"id": "subj_1", "subject_key": "place:pond", "kind": "place", "display_name": "Pond"}
    found = items(
        subjects=[subject],
        memory_records=[
            memory("mem_1", "x", repo_id="repo_1", subject_id="subj_1", related_files=["a.py"])
        ],
    )

    assert of(found, "x").subjects == (
        Subject(kind="repository", key="repo_1"),
        Subject(kind="place", key="place:pond"),
        Subject(kind="file", key="a.py"),
    )


def test_work_and_what_is_made_of_it():
    pond = {"id": "subj_1", "subject_key": "place:pond", "kind": "place", "display_name": "Pond"}
    carp = {"id": "subj_2", "subject_key": "fish:carp", "kind": "animal", "display_name": "Carp"}
    found = items(
        subjects=[pond, carp],
        checkpoints=[
            {
                "id": "ckpt_1",
                "session_id": "session_1",
                "summary": "Pond cleaned.",
                "created_at": AT,
            }
            | {"decisions": ["net first"], **HOME}
        ],
        episodes=[
            {
                "id": "ep_1",
                "source_kind": "git_commit_trailer",
                "source_ref": "abc1",
                "summary": "Net.",
            }
        ],
        procedures=[
            {"id": "proc_1", "name": "clean", "steps": "1. net", "state": "retired"}
            | {"source_episode_ids": ["ep_1", "ep_gone"]}
        ],
        relations=[
            {"id": "relation_1", "from_subject_id": "subj_1", "relation_type": "owned_by"}
            | {"to_subject_id": "subj_2"},
            {"id": "relation_2", "from_subject_id": "subj_1", "relation_type": "uses"}
            | {"to_subject_id": "subj_gone"},
        ],
        memory_records=[
            memory("mem_1", "Pond cleaned.", origin="checkpoint", more={"checkpoint_id": "ckpt_1"})
        ],
    )

    assert told(found)[:4] == [
        ("checkpoint", "unknown", "Pond cleaned.\nDecided: net first"),
        ("note", "unknown", "Net."),
        ("lesson", "assistant", "clean\n1. net"),
        ("note", "unknown", "Pond owned by Carp"),
    ]
    assert of(found, "Net.").lineage == (Link(relation="quotes", external=("git", "abc1")),)
    lesson = of(found, "clean\n1. net")
    assert (lesson.status, [link.foreign[2] for link in lesson.lineage]) == (
        "retired",
        [handle("mep_", "ep_1")],
    )
    derived = of(found, "Pond cleaned.")
    assert derived.lineage[0].foreign == ("memoryd", "session_1", handle("mcp_", "ckpt_1"))
    assert skips(found)["misshapen"] == 1


def test_a_turn_out_of_another_export_is_that_message():
    metadata = {
        "origin": "chatgpt-export",
        "conversation_id": "c1",
        "message_id": "m1",
        "title": "Ferns",
    }
    found = items(visible_turns=[turn("turn_1", "x", session="chatgpt:c1", **metadata)])

    record = of(found, "x")
    assert record.lineage == (Link(relation="mirrors", foreign=("chatgpt", "c1", "m1")),)
    assert record.session_title == "Ferns"


def test_every_row_and_every_unknown_table_is_accounted_for():
    rows = {"memory_records": [memory("mem_1", "x")], "visible_turns": [], "memory_sources": []}
    columns = {table: ", ".join(memory("", "")) for table in rows} | {"inventions": "id"}

    found = read("memoryd", {"memory.db": database(rows, columns=columns)})

    assert skips(found) == {"unknown_type": 1}
    assert len(told(found)) == 1


def test_p05_an_export_names_its_records_as_the_database_does():
    line = exported(handle("mr_", "mem_1"), "Frost in May.", origin="conclusion")
    (found,) = read("memoryd", {"export.jsonl": jsonl(line)})

    here = one(origin="conclusion")
    assert (found.foreign, found.content, found.speaker_role) == (
        here.foreign,
        here.content,
        "unknown",
    )
    assert found.event_id == here.event_id + ":export"


def test_a_line_that_is_no_record_does_not_stop_an_export():
    good = exported("mr_1", "Frost.")
    data = (
        jsonl(good) + b'{"id": "mr_2", "cont\n' + jsonl({"x": 1}) + jsonl(exported("mr_3", "Sun."))
    )

    found = read("memoryd", {"export.jsonl": data})

    assert [content for _, _, content in told(found)] == ["Frost.", "Sun."]
    assert skips(found) == {"damaged": 1, "unknown_type": 1}


def test_a_log_that_was_not_merged_is_said_to_be_missing():
    files = {"memory.db": memoryd(), "memory.db-wal": b"x", "memory.db-shm": b""}

    assert claimed(files) == {"memoryd": sorted(files)}
    assert skips(read("memoryd", files))["write_ahead_log"] == 1


def test_a_database_of_other_tables_is_not_claimed():
    other = database({}, columns={"memory_records": "id"})

    assert claimed({"memory.db": other, "export.jsonl": jsonl({"id": "mr_1"})}) == {}
