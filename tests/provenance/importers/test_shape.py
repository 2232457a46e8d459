import pytest

from provenance.importers.shape import shape


def test_the_members_of_an_array_of_objects():
    found = shape(b'\xef\xbb\xbf [{"id": 1, "mapping": {"x": {"parent": null}}}, {"title": "t')

    assert (found.outer, found.keys) == ("[", frozenset())
    assert found.inner == {"": {"id", "mapping", "title"}}


def test_the_members_of_an_object_and_of_what_it_holds():
    found = shape(b'{"items": [{"peer_id": "a: {b", "deep": {"no": 1}}], "summary": {"text": "t"}}')

    assert found.keys == {"items", "summary"}
    assert found.inner == {"items": {"peer_id", "deep"}}
    assert found.objects == {"summary": {"text"}}


@pytest.mark.parametrize("head", [b"", b"text [1]", b'"quoted"', b"\xff\xfe[\0", b"# [x]: {y}"])
def test_what_is_no_json_array_or_object_has_no_shape(head):
    assert shape(head).outer == ""


def test_a_head_of_brackets_alone_ends():
    assert shape(b"[" * 262_144).inner == {}
