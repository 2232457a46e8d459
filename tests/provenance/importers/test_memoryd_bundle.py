"""A MemoryD bundle is taken whole or not at all."""

import stat

import pytest

from provenance.importers.records import Link, Origin, Record, Subject
from provenance.importers.refused import REFUSALS, Refused

from .memoryd_store import OBJECTS, PATHS, SUBJECT, canonical, carried, members, ref, signed, zipped
from .stores import claimed, of, read, skips, told


def bundle(files, **more):
    return read("memoryd-bundle", {"garden.cmembundle": zipped(files, **more)})


def refusal(files, **more):
    with pytest.raises(Refused) as caught:
        bundle(files, **more)
    assert str(caught.value) == REFUSALS[caught.value.code]
    return caught.value.code


def with_memories(*rows):
    return {**OBJECTS, "memory": list(rows)}


def test_a_bundle_is_told_by_its_members():
    assert claimed({"x.zip": zipped(members()), "y.zip": zipped({"a": b""})}) == {
        "memoryd-bundle": ["x.zip"]
    }


def test_each_member_keeps_where_it_was_before():
    found = bundle(members())

    assert [content for _, _, content in told(found)] == [
        "Feed the carp at dusk.",
        "Feed the carp at noon.",
    ]
    assert skips(found) == {"metadata": 1, "excerpt": 1}
    dusk, noon = [i for i in found if isinstance(i, Record)]
    assert dusk.origin == Origin(instance="inst_far", kind="memory", id="mr_1")
    assert dusk.foreign == ("memoryd", None, "mr_1")
    assert dusk.subjects == (Subject(kind="place", key="place:pond"),)
    assert noon.lineage == (Link(relation="derived_from", external=("memoryd", "mr_lost")),)


def test_what_replaced_a_record_is_named():
    rows = [
        ("mr_1", carried("Old.", temporal_state="superseded", superseded_by=ref("memory", "mr_2"))),
        ("mr_2", carried("New.", supersedes=[ref("memory", "mr_1")])),
    ]
    found = bundle(members(with_memories(*rows), lost=0))

    assert (of(found, "Old.").status, of(found, "Old.").superseded_by) == ("superseded", "mr_2")


def test_a_byte_that_was_changed():
    files = members()
    path = PATHS["memory"]

    assert refusal({**files, path: files[path].replace(b"dusk", b"dawn")}) == "digest_mismatch"


def test_a_body_that_was_changed_together_with_the_manifest():
    files = members()
    files.pop("manifest.json")
    path = PATHS["memory"]
    files[path] = files[path].replace(b"dusk", b"dawn")

    assert refusal(signed(files)) == "digest_mismatch"


def test_a_manifest_that_was_changed():
    files = members()
    files["manifest.json"] = files["manifest.json"].replace(
        b'"include_archived":true', b'"include_archived":false'
    )

    assert refusal(files) == "digest_mismatch"


def test_a_line_that_is_missing():
    files = members()
    path = PATHS["memory"]
    files[path] = files[path].splitlines(keepends=True)[0]

    assert refusal(files) == "count_mismatch"


def test_json_that_was_written_otherwise():
    files = members()

    assert refusal({**files, "manifest.json": files["manifest.json"] + b" "}) == "not_canonical"
    assert refusal({**files, "manifest.json": b'{"a":1,"a":1}'}) == "not_canonical"
    assert refusal({**files, "manifest.json": b"\xff"}) == "not_canonical"
    assert refusal({**files, "manifest.json": b"[" * 100_000}) == "limit_exceeded"


def test_objects_out_of_order_and_objects_twice():
    one, two = OBJECTS["memory"]

    assert refusal(members(with_memories(two, one))) == "out_of_order"
    assert refusal(members(with_memories(one, one, two))) == "duplicate_identity"


def test_an_object_that_names_what_is_nowhere():
    lost = carried("x", source_refs=[ref("source", "msrc_lost")])

    assert refusal(members(with_memories(("mr_1", lost)), lost=0)) == "missing_dependency"


def test_counts_that_do_not_add_up():
    assert refusal(members(lost=2)) == "count_mismatch"
    selection = {"record_ids": ["mr_1", "mr_2", "mr_3"], "include_archived": True}
    assert refusal(members(selection=selection)) == "count_mismatch"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format_version": 2}, "schema_unsupported"),
        ({"media_type": "application/json"}, "schema_unsupported"),
        ({"required_features": ["encryption"]}, "feature_unsupported"),
        ({"counts": {"root_memories": "2"}}, "unknown_field"),
        ({"descriptors": []}, "unknown_field"),
        ({"selection": {"record_ids": [f"mr_{n}" for n in range(5_001)]}}, "limit_exceeded"),
    ],
)
def test_manifests_that_ask_for_more(change, code):
    assert refusal(members(**change)) == code


def test_a_member_that_the_format_does_not_have():
    extra = {**OBJECTS, "subject": [("msub_1", SUBJECT | {"secret": "x"})]}
    assert refusal(members(extra)) == "unknown_field"
    assert refusal(members() | {"objects/../../evil": b""}) == "unsafe_member"
    without = members()
    without.pop(PATHS["source"])
    assert refusal(without) == "unsafe_member"


def test_links_and_bombs():
    def link(info):
        info.external_attr = (stat.S_IFLNK | 0o777) << 16

    assert refusal(members(), change=link) == "unsafe_member"
    assert refusal({**members(), PATHS["source"]: b" " * 1_000_000}) == "limit_exceeded"


def test_a_bundle_that_was_cut_off():
    whole = zipped(members())

    with pytest.raises(Refused) as caught:
        read("memoryd-bundle", {"x": whole[: len(whole) // 2]})
    assert caught.value.code == "not_a_bundle"


def test_nothing_is_yielded_before_all_is_proved():
    files = members()
    path = PATHS["memory"]  # the last member read
    files[path] = files[path][:-1] + canonical({})

    with pytest.raises(Refused):
        bundle(files)
