from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis.strategies import datetimes, sampled_from

from provenance.importers.records import TIME_NOTES
from provenance.importers.times import moment
from provenance.importers.zones import assuming, instant_of

# Wall clocks, which bear no zone.
BEGIN, END = (datetime.fromisoformat(f"{year}-01-01") for year in (1995, 2035))
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


def read_in(zone, *values):
    """The moments of these values where the zone is assumed."""
    return list(assuming(zone, (moment(value) for value in values)))


def test_a_wall_clock_is_read_in_the_zone_that_is_assumed_and_says_so():
    summer, winter, minute = read_in(
        "Europe/Berlin", "2026-07-19T14:00:00", "2026-01-19 13:00:00.5", "2026-07-19 14:00"
    )
    assert summer == (NOON, ("assumed_zone",))
    assert winter.at == datetime(2026, 1, 19, 12, 0, 0, 500_000, tzinfo=UTC)
    assert minute == (NOON, ("to_the_minute", "assumed_zone"))


def test_a_time_that_bears_its_zone_is_not_touched_by_what_is_assumed():
    zoned, epoch, day = read_in("Asia/Tokyo", "2026-07-19T12:00:00Z", 1784462400, "2026-07-19")
    assert zoned == (NOON, ())
    assert epoch == (NOON, ("epoch_seconds",))
    assert day == (None, ("day_only",))


@pytest.mark.parametrize(
    ("zone", "wall", "note"),
    [
        ("Europe/Berlin", "2026-10-25T02:30:00", "ambiguous_time"),
        ("Europe/Berlin", "2026-03-29T02:30:00", "nonexistent_time"),
        ("America/New_York", "2026-11-01T01:59:59", "ambiguous_time"),
        ("America/New_York", "2026-03-08T02:00:00", "nonexistent_time"),
        ("Australia/Lord_Howe", "2026-04-05T01:45:00", "ambiguous_time"),
        ("Pacific/Apia", "2011-12-30T12:00:00", "nonexistent_time"),
    ],
)
def test_p07_an_hour_that_came_twice_or_never_is_not_guessed(zone, wall, note):
    assert read_in(zone, wall) == [(None, (note,))]
    assert moment(f"{wall}[{zone}]") == (None, (note,))
    assert note in TIME_NOTES


@pytest.mark.parametrize(
    ("wall", "hour"),
    [("2026-10-25T01:59:59", 23), ("2026-10-25T03:00:00", 2), ("2026-03-29T03:00:00", 1)],
)
def test_the_hours_beside_it_are_read(wall, hour):
    (read,) = read_in("Europe/Berlin", wall)
    assert read.at is not None
    assert (read.at.hour, read.notes) == (hour, ("assumed_zone",))


def test_a_zone_that_the_source_names_stands_before_the_one_that_is_assumed():
    (named,) = read_in("Asia/Tokyo", "2026-07-19T14:00:00[Europe/Berlin]")
    assert named == (NOON, ())
    assert moment("2026-07-19T14:00:00+02:00[Europe/Berlin]") == (NOON, ())
    assert moment("2026-07-19T14:00:00[Nowhere/Land]") == (None, ("no_offset",))
    assert moment("2026-07-19T14:00:00[../../etc/passwd]") == (None, ("unreadable",))


def test_what_is_assumed_for_one_source_is_not_assumed_for_another():
    berlin = assuming("Europe/Berlin", (moment("2026-07-19T14:00:00") for _ in range(2)))
    assert next(berlin).at == NOON
    assert moment("2026-07-19T14:00:00").at is None
    assert next(assuming("Asia/Tokyo", iter([moment]))) is moment
    assert next(berlin).at == NOON
    with pytest.raises(ValueError, match="no zone"):
        next(assuming("Nowhere/Land", iter([1])))


@given(
    wall=datetimes(min_value=BEGIN, max_value=END),
    zone=sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_an_instant_shows_the_wall_clock_that_it_was_read_from(wall, zone):
    at, note = instant_of(wall, ZoneInfo(zone))
    assert (at is None) == (note is not None)
    if at is not None:
        assert at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wall
