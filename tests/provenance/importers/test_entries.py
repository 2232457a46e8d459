import io
import json

import pytest

from provenance.importers.entries import entries


def read(data, **options):
    found = entries(io.BytesIO(data), **options)
    return [entry.reason or (entry.key, entry.value) for entry in found]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"[]", []),
        (b"", []),
        (b'\xef\xbb\xbf[1, {"a": [2, "],"]}]', [("", 1), ("", {"a": [2, "],"]})]),
        (b'["a\\"", "\\\\", ","]', [("", 'a"'), ("", "\\"), ("", ",")]),
        (
            b'{"a": [1, [2]], "b": {"c": [3]}, "d": 4}',
            [("a", 1), ("a", [2]), ("b", {"c": [3]}), ("d", 4)],
        ),
        (b'[{"a": 1}, {"a": 2', [("", {"a": 1}), "damaged"]),
        (b'{"a": [1, 2', [("a", 1), "damaged"]),
        (b'[{"a": "\xff"}, 2]', ["damaged", ("", 2)]),
        (b'[{"a" 1}, 2]', ["damaged", ("", 2)]),
        (b"[1] and more", [("", 1), "damaged"]),
        (b"no JSON", ["damaged"]),
    ],
)
def test_each_value_is_read_or_said_to_be_damaged(data, found):
    assert read(data) == found


def test_what_one_bite_of_the_file_cuts_is_read_whole(monkeypatch):
    rows = [{"q": 'a "quoted" \\ [text], {so}', "n": [index, {}]} for index in range(9)]
    for size in range(1, 40):
        monkeypatch.setattr("provenance.importers.entries.CHUNK", size)
        assert [value for _, value in read(json.dumps(rows).encode())] == rows


def test_a_value_that_is_too_long_or_too_deep_costs_itself_alone():
    deep = b"[" * 100_000 + b"]" * 100_000

    assert read(b'[1, "' + b"x" * 300 + b'", ' + deep + b", 2]", limit=200_000) == [
        ("", 1),
        ("", "x" * 300),
        "too_deep",
        ("", 2),
    ]
    assert read(b'["' + b"x" * 300 + b'", 2]', limit=100) == ["too_long", ("", 2)]


def test_brackets_that_never_end_are_one_damaged_value():
    assert read(b"[" * 200_000) == ["too_deep"]
    assert read(b"]" * 1_000) == []
