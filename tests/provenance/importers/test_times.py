from datetime import UTC, datetime, timedelta

import pytest

from provenance.importers.records import TIME_NOTES
from provenance.importers.times import moment

NOON = datetime(2026, 7, 19, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "at", "notes"),
    [
        ("2026-07-19T12:00:00Z", NOON, ()),
        ("2026-07-19T14:00:00+02:00", NOON, ()),
        ("2026-07-19 12:00:00+00:00", NOON, ()),
        ("2026-07-19T12:00:00.123456789Z", NOON + timedelta(microseconds=123_456), ()),
        (NOON.timestamp(), NOON, ("epoch_seconds",)),
        (int(NOON.timestamp()) * 1000, NOON, ("epoch_milliseconds",)),
        (str(int(NOON.timestamp())), NOON, ("epoch_seconds",)),
        (str(int(NOON.timestamp() * 1000)), NOON, ("epoch_milliseconds",)),
        (NOON.timestamp() + 0.25, NOON + timedelta(milliseconds=250), ("epoch_seconds",)),
    ],
)
def test_an_instant_is_read_in_whichever_unit_it_is_written(value, at, notes):
    assert moment(value) == (at, notes)


@pytest.mark.parametrize(
    ("value", "note"),
    [
        (None, "missing"),
        ("", "missing"),
        ("2026-07-19", "day_only"),
        ("2026-07-19 12:00", "minute_only"),
        ("2026-10-25T02:30:00", "no_offset"),  # in Berlin it came twice that night
        (12, "out_of_range"),
        (1e300, "out_of_range"),
        (float("nan"), "unreadable"),
        (True, "unreadable"),
        ([], "unreadable"),
        ("yesterday", "unreadable"),
        ("2026-13-45T00:00:00Z", "unreadable"),
        ("9999-12-31T23:59:59-23:00", "unreadable"),
    ],
)
def test_p07_what_names_no_instant_stays_unknown_and_says_why(value, note):
    assert moment(value) == (None, (note,))
    assert note in TIME_NOTES
