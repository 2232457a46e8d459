from hypothesis import given
from hypothesis import strategies as st

from provenance.importers.lines import bounded, objects
from provenance.importers.text import facts, identifier, pieces, trouble


@given(text=st.text(min_size=1), limit=st.integers(min_value=4, max_value=40))
def test_pieces_join_to_the_text_but_for_white_space_and_keep_the_limit(text, limit):
    found = pieces(text, limit=limit) if trouble(text) is None else []

    assert all(0 < len(piece.encode()) <= limit for piece in found)
    if trouble(text) is None:
        assert "".join("".join(found).split()) == "".join(text.split())


def test_text_that_the_ledger_cannot_store_is_named():
    assert [trouble(text) for text in ("ok", " \n", "a\0", "a\ud800")] == [
        None,
        "empty",
        "nul",
        "lone_surrogate",
    ]


def test_metadata_stays_small_and_storable():
    found = facts({f"k{n}": "é" * 5_000 for n in range(40)} | {"bad": "a\0", "none": None})

    assert len(str(found).encode()) < 8_192
    assert "bad" not in found
    assert "none" not in found


def test_a_foreign_id_of_any_shape_becomes_short_and_printable():
    odd = [identifier("x" * 500), identifier("a\0b"), identifier("\ud800")]

    assert identifier("toolu_1") == "toolu_1"
    assert identifier(7) is None
    assert all(name and name.isascii() and len(name) <= 47 for name in odd)
    assert len(set(odd)) == 3


def test_a_line_beyond_the_limit_is_reported_and_the_next_is_read(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_bytes(b'{"a": "' + b"x" * 3_000_000 + b'"}\n{"b": 1}\n')

    with path.open("rb") as stream:
        found = list(objects(bounded(stream, limit=100), limit=100))

    assert [value if isinstance(value, dict) else value.reason for _, value in found] == [
        "too_long",
        {"b": 1},
    ]


def test_a_line_at_the_limit_is_read():
    line = b'{"a": "xxxx"}'

    assert [value for _, value in objects([line + b"\r\n"], limit=len(line))] == [{"a": "xxxx"}]


def test_depth_encoding_and_huge_numbers_are_reported_not_raised():
    lines = [
        b'{"a":' + b"[" * 200_000,
        '{"a":1}'.encode("utf-16"),
        b'{"a":' + b"9" * 10_000 + b"}",
        b"\xef\xbb\xbf{}",
    ]

    found = [value.reason for _, value in objects(lines)]

    assert found == ["too_deep", "damaged", "damaged", "damaged"]
