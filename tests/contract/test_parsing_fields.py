"""Members are taken as they are sent, or refused by pointer and code; never coerced."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from rest_framework import serializers

from provenance.api import fields
from provenance.api.closed import ClosedSerializer
from provenance.api.refusals import errors_from


class Speaker(ClosedSerializer):
    role = fields.StrictChoiceField(choices=["user", "assistant"])
    name = fields.StrictCharField(max_length=5, required=False)


class Body(ClosedSerializer):
    event_id = fields.StrictCharField(max_length=10)
    speaker = Speaker()
    others = fields.StrictListField(child=Speaker(), max_length=3, required=False)
    more = Speaker(many=True, max_length=2, required=False)
    labels = fields.StrictListField(
        child=fields.StrictCharField(max_length=4), max_length=2, required=False
    )


GOOD = {"event_id": "e1", "speaker": {"role": "user"}}


def errors_of(serializer: type[serializers.Serializer], data) -> list[tuple[str, str]]:
    given = serializer(data=data)
    assert not given.is_valid()
    return [(error["pointer"], error["code"]) for error in errors_from(given.errors)]


def body_errors(**members) -> list[tuple[str, str]]:
    return errors_of(Body, GOOD | members)


def code(field: serializers.Field, value) -> str:
    with pytest.raises(serializers.ValidationError) as caught:
        field.run_validation(value)
    return errors_from(caught.value.detail)[0]["code"]


def test_a_well_formed_body_is_valid():
    given = Body(data=GOOD | {"labels": ["a"], "others": [{"role": "user", "name": " x "}]})
    assert given.is_valid()
    assert given.validated_data["others"][0]["name"] == " x "


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"colour": 1}, ("/colour", "unknown_member")),
        ({"speaker": {"role": "user", "rank": 1}}, ("/speaker/rank", "unknown_member")),
        (
            {"others": [{"role": "user"}, {"role": "user", "x": 1}]},
            ("/others/1/x", "unknown_member"),
        ),
        ({"more": [{"role": "user"}, {"role": "user", "x": 1}]}, ("/more/1/x", "unknown_member")),
        ({"speaker": {"role": "user", "a sentence": 1}}, ("/speaker", "unknown_member")),
        ({"non_field_errors": 1}, ("", "unknown_member")),
        ({"speaker": "sam"}, ("/speaker", "invalid_type")),
        ({"speaker": []}, ("/speaker", "invalid_type")),
        ({"speaker": {}}, ("/speaker/role", "required")),
        ({"speaker": None}, ("/speaker", "required")),
        ({"speaker": {"role": "king"}}, ("/speaker/role", "invalid_value")),
        ({"speaker": {"role": True}}, ("/speaker/role", "invalid_type")),
        ({"event_id": ""}, ("/event_id", "too_short")),
        ({"event_id": "x" * 11}, ("/event_id", "too_long")),
        ({"event_id": 7}, ("/event_id", "invalid_type")),
        ({"labels": "ab"}, ("/labels", "invalid_type")),
        ({"labels": {}}, ("/labels", "invalid_type")),
        ({"labels": ["a", "b", "c"]}, ("/labels", "too_many")),
        ({"labels": ["a", "bbbbb"]}, ("/labels/1", "too_long")),
        ({"labels": ["a", None]}, ("/labels/1", "required")),
        ({"more": "x"}, ("/more", "invalid_type")),
        ({"more": [GOOD["speaker"]] * 3}, ("/more", "too_many")),
    ],
)
def test_each_refusal_is_pointed_to(members, expected):
    assert body_errors(**members) == [expected]


def test_a_body_that_is_no_object_is_refused():
    assert errors_of(Body, []) == [("", "invalid_type")]


def test_all_refusals_are_reported_together():
    assert set(body_errors(colour=1, event_id=1, speaker={"role": "user", "x": 1})) == {
        ("/colour", "unknown_member"),
        ("/event_id", "invalid_type"),
        ("/speaker/x", "unknown_member"),
    }


def test_null_is_the_same_as_absent_for_optional_members_at_every_depth():
    given = Body(
        data=GOOD | {"labels": None, "others": None, "speaker": {"role": "user", "name": None}}
    )
    assert given.is_valid()
    assert given.validated_data == GOOD


def test_an_answer_lists_no_more_errors_than_a_reader_reads():
    assert len(body_errors(**{f"x{a}{b}": 1 for a in "abcdefgh" for b in "abcdefgh"})) == 50


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-02T09:14:07Z", datetime(2026, 11, 2, 9, 14, 7, tzinfo=UTC)),
        ("2026-11-02t09:14:07z", datetime(2026, 11, 2, 9, 14, 7, tzinfo=UTC)),
        ("2026-11-02T09:14:07.5+02:00", datetime(2026, 11, 2, 7, 14, 7, 500000, tzinfo=UTC)),
        ("2026-11-02T09:14:07.123456-23:59", datetime(2026, 11, 3, 9, 13, 7, 123456, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59.999999Z", datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)),
    ],
)
def test_a_time_is_the_instant_in_utc(text, moment):
    assert fields.InstantField().run_validation(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-02T09:14:07",
        "2026-11-02",
        "2026-11-02 09:14:07Z",
        "2026-11-02T09:14Z",
        "2026-11-02T09:14:07.1234567Z",
        "2026-11-02T09:14:07.Z",
        "2026-11-02T09:14:60Z",
        "2026-11-02T24:00:00Z",
        "2026-02-30T09:14:07Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "2026-11-02T09:14:07+24:00",
        "2026-11-02T09:14:07+0200",
        "2026-11-02T09:14:07+02:60",
        "20261102T091407Z",
        "2026-W45-1T09:14:07Z",
        "２０２６-11-02T09:14:07Z",
        "2026-11-02T09:14:07Z\n",
        "now",
        "",
    ],
)
def test_a_time_that_is_not_rfc3339_with_an_offset_is_refused(text):
    assert code(fields.InstantField(), text) == "invalid_time"


def test_a_number_is_no_time():
    assert code(fields.InstantField(), 1700000000) == "invalid_type"


@pytest.mark.parametrize("value", ["1", 1.0, True, [1], {}])
def test_only_an_integer_is_an_integer(value):
    assert code(fields.StrictIntegerField(), value) == "invalid_type"


def test_integers_have_a_range():
    assert code(fields.StrictIntegerField(min_value=0), -1) == "out_of_range"
    assert fields.StrictIntegerField().run_validation(2**53 - 1) == 2**53 - 1


@pytest.mark.parametrize("value", ["true", 1, 0, "", []])
def test_only_true_and_false_are_booleans(value):
    assert code(fields.StrictBooleanField(), value) == "invalid_type"


@pytest.mark.parametrize("value", ["1.5", True, []])
def test_only_a_number_is_a_number(value):
    assert code(fields.StrictNumberField(), value) == "invalid_type"


def test_bytes_are_counted_in_utf8():
    field = fields.StrictCharField(max_bytes=4)
    assert field.run_validation("éé") == "éé"
    assert code(field, "ééé") == "too_long"


def test_text_that_cannot_be_stored_is_refused():
    assert code(fields.StrictCharField(max_bytes=9), "a\0") == "invalid_text"
    assert code(fields.StrictCharField(max_bytes=9), "a\ud800") == "invalid_text"


@pytest.mark.parametrize("value", ["no", "0193e3a0000070008000000000000001", "urn:uuid:x"])
def test_an_id_has_its_hyphens(value):
    assert code(fields.IdField(), value) == "invalid_value"
    assert code(fields.IdField(), 7) == "invalid_type"


def test_an_id_is_a_uuid():
    text = "0193e3a0-0000-7000-8000-000000000001"
    assert fields.IdField().run_validation(text) == UUID(text)


def test_an_open_object_is_bounded_in_its_canonical_form():
    field = fields.JSONObjectField(max_bytes=9)
    assert field.run_validation({"a": "b"}) == {"a": "b"}
    assert code(field, {"a": "bc"}) == "too_long"
    assert code(field, ["a"]) == "invalid_type"
    assert code(field, '{"a": 1}') == "invalid_type"


def test_an_open_object_is_one_that_a_digest_could_cover():
    assert code(fields.JSONObjectField(), {"a": float("nan")}) == "invalid_value"


def test_messages_are_fixed_texts():
    given = Speaker(data={"role": "sesame"})
    assert not given.is_valid()
    assert "sesame" in str(given.errors)
    assert "sesame" not in str(errors_from(given.errors))
