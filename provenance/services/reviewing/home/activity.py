"""How much was said on each of the last days, as far as the reader may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from provenance.database.prepared import compiled, fetch
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.some import Some

DAYS = 90
# A day is counted so far: the page answers at once, however much was said.
MOST_A_DAY = 500
_DAYS = """
SELECT (SELECT count(*) FROM (
  SELECT FROM ({sight}) AS s (id, at) WHERE s.at >= d.day AND s.at < d.day + interval '1 day'
  LIMIT %(most)s) AS said)
FROM generate_series(%(first)s::timestamptz, %(last)s::timestamptz, interval '1 day') AS d (day)
ORDER BY d.day
"""


@dataclass(frozen=True, kw_only=True)
class Day:
    """A day of UTC, and how many observations have their event time on it."""

    day: date
    some: Some


def activity(reader: Reader) -> Sequence[Day]:
    """The last DAYS days, today last. By event time: what is imported counts on the day on which
    it was said, and what has no known time on none. One query. Inside the workspace."""
    today = reader.at.astimezone(UTC).date()
    first = today - timedelta(days=DAYS - 1)
    sight, named = compiled(reader.observations(), "id", "ordered_at", prefix="sight")
    asked = {
        "most": MOST_A_DAY + 1,
        "first": datetime.combine(first, time(), tzinfo=UTC),
        "last": datetime.combine(today, time(), tzinfo=UTC),
        **named,
    }
    counts = [row[0] for row in fetch(_DAYS.format(sight=sight), asked)]
    return [
        Day(
            day=first + timedelta(days=number),
            some=Some(min(count, MOST_A_DAY), more=count > MOST_A_DAY),
        )
        for number, count in enumerate(counts)
    ]
