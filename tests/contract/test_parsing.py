"""A body is JSON that every reader reads alike, or it is refused."""

import io
import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenance.api.parsing import MAX_BODY_BYTES, StrictJSONParser
from provenance.problems import InvalidJson, PayloadTooLarge, Problem, UnsupportedMediaType
from provenance.services.strict_json import parse_json


def refused(body: bytes) -> Problem:
    with pytest.raises(InvalidJson) as caught:
        parse_json(body)
    return caught.value


def only_error(body: bytes) -> tuple[str, str]:
    (error,) = refused(body).errors
    return error["pointer"], error["code"]


def parse(body: bytes, *, view=None, length: str | None = None, media="application/json"):
    meta = {} if length is None else {"CONTENT_LENGTH": length}
    context = {"view": view, "request": SimpleNamespace(META=meta)}
    return StrictJSONParser().parse(io.BytesIO(body), media, context)


def nested(depth: int) -> bytes:
    return b'{"a":' * (depth - 1) + b"{}" + b"}" * (depth - 1)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"   ",
        b"{",
        b'{"a": 1} {}',
        b"{'a': 1}",
        b'{"a": 01}',
        b'{"a": "\x00"}',
        b'{"a": "tab\there"}',
        b"[1]",
        b'"text"',
        b"null",
        b'\xef\xbb\xbf{"a": 1}',
        b'{"a": "\xff"}',
        b'{"a": "\xed\xa0\x80"}',
        '{"a": 1}'.encode("utf-16"),
        b'{"a": "\\ud8',
    ],
)
def test_what_is_no_json_object_in_utf8_is_refused(body):
    assert only_error(body) == ("", "invalid_json")


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        (b'{"a": NaN}', "/a", "invalid_number"),
        (b'{"a": {"b": [0, -Infinity]}}', "/a/b/1", "invalid_number"),
        (b'{"a": 1e400}', "/a", "invalid_number"),
        (b'{"a": 9007199254740992}', "/a", "invalid_number"),
        (b'{"a": -9007199254740992}', "/a", "invalid_number"),
        (b'{"a": 9007199254740992.0}', "/a", "invalid_number"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "/a", "invalid_number"),
        (b'{"a": 1, "a": 1}', "/a", "duplicate_member"),
        (b'{"x": {"a": 1, "\\u0061": 2}}', "/x/a", "duplicate_member"),
        (b'{"a": "\\u0000"}', "/a", "invalid_text"),
        (b'{"a": ["\\ud800"]}', "/a/0", "invalid_text"),
        (b'{"a": "\\uDC00\\ud800"}', "/a", "invalid_text"),
        (b'{"a": {"\\u0000": 1}}', "/a", "invalid_text"),
    ],
)
def test_what_readers_read_differently_is_refused_and_pointed_to(body, pointer, code):
    assert only_error(body) == (pointer, code)


@pytest.mark.parametrize("name", ["a b", "ключ", "x" * 41, "token-12345", "a/b", "a~b", ""])
def test_a_name_that_is_no_plain_identifier_is_not_repeated(name):
    body = json.dumps({"outer": {name: "\0"}}).encode()
    assert only_error(body) == ("/outer", "invalid_text")


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a": 9007199254740991}', {"a": 9007199254740991}),
        (b'{"a": -0.5e-3}', {"a": -0.0005}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        (b'{"a": "\\\\u0000 \\\\ud800"}', {"a": "\\u0000 \\ud800"}),
        ('{"a": "e\u0301 \u202e \ufeff"}'.encode(), {"a": "e\u0301 \u202e \ufeff"}),
        (b' {"a": [true, null, {}]} ', {"a": [True, None, {}]}),
        (b'{"a": "[[[[[[[[[[[[[[[[[[[[\\"{{{{"}', {"a": "[" * 20 + '"' + "{" * 4}),
    ],
)
def test_everything_else_is_kept_as_it_is(body, value):
    assert parse_json(body) == value


def test_sixteen_levels_are_read_and_a_seventeenth_is_not():
    assert parse_json(nested(16))
    assert only_error(nested(17)) == ("", "too_deep")


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'"', b'"\\"', b"\\", b'[{"a":"\\"'])
def test_hostile_repetition_is_refused_before_it_is_parsed(opening):
    """Neither the stack nor a regular expression is exhausted by a whole body of it."""
    assert refused(opening * (MAX_BODY_BYTES // len(opening))).status == 400


def test_a_body_of_the_limit_is_read_and_one_byte_more_is_not():
    body = b'{"a": "' + b"x" * (MAX_BODY_BYTES - 9) + b'"}'
    assert len(parse(body)["a"]) == MAX_BODY_BYTES - 9
    with pytest.raises(PayloadTooLarge):
        parse(body + b" ")


def test_a_stated_length_beyond_the_limit_is_refused_unread():
    stream = io.BytesIO(b"{}")
    request = SimpleNamespace(META={"CONTENT_LENGTH": str(MAX_BODY_BYTES + 1)})
    with pytest.raises(PayloadTooLarge):
        StrictJSONParser().parse(stream, "application/json", {"request": request})
    assert stream.tell() == 0


def test_a_length_stated_too_small_does_not_let_more_in():
    with pytest.raises(PayloadTooLarge):
        parse(b'{"a": "' + b"x" * MAX_BODY_BYTES + b'"}', length="10")


def test_a_view_may_take_larger_bodies():
    body = b'{"a": "' + b"x" * MAX_BODY_BYTES + b'"}'
    assert parse(body, view=SimpleNamespace(max_body_bytes=2 * MAX_BODY_BYTES))
    with pytest.raises(PayloadTooLarge):
        parse(b'{"a": "1234"}', view=SimpleNamespace(max_body_bytes=8))


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_utf8_may_be_named(charset):
    assert parse(b"{}", media=f"application/json; charset={charset}") == {}


def test_another_charset_is_refused():
    with pytest.raises(UnsupportedMediaType):
        parse(b"{}", media="application/json; charset=latin-1")


_texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
_numbers = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(-1e15, 1e15)
_values = st.recursive(
    st.none() | st.booleans() | _numbers | _texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=12,
)


def parsed_or_refused(body: bytes) -> dict | InvalidJson:
    try:
        return parse_json(body)
    except InvalidJson as problem:
        return problem


@given(st.dictionaries(_texts, _values, max_size=4), st.booleans())
def test_what_is_written_is_what_is_read(value, escaped):
    assert parse_json(json.dumps(value, ensure_ascii=escaped).encode()) == value


@given(st.binary(max_size=200) | st.text('{}[]":,\\ue0n19.', max_size=60).map(str.encode))
def test_no_bytes_bring_anything_but_a_dict_or_a_problem(body):
    assert isinstance(parsed_or_refused(body), dict | InvalidJson)
