"""Rows read by the statement that is planned once are those that the ORM would give."""

from datetime import UTC, datetime

from django.db import connection
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.reading.with_source import read_with_source
from tests.contract.saying import say
from tests.provenance.correcting import accepted
from tests.provenance.erasing import erased

JOINED = ("principal", "producer", "session", "content", "current")


def columns(row):
    return row and {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields
    }


def shown(row):
    """All that is known of a row, by what was read with it alone."""
    with CaptureQueriesContext(connection) as captured:
        joined = {name: columns(getattr(row, name, None)) for name in JOINED}
        told = (columns(row), joined, row.erased, row._state.adding, row._state.db)
    assert len(captured) == 0
    return told


def test_it_gives_the_rows_that_with_source_gives(stage):
    ada = stage.ada
    said = [
        say(ada, "one of a session", session_id="s-1", turn_index=1, labels=("seen",)),
        say(ada, "another of it", session_id="s-1", turn_index=2, metadata={"deep": [1]}),
        say(ada, "alone", session_id=None, observed_at=datetime(2026, 1, 2, 3, tzinfo=UTC)),
        say(ada, "withdrawn later", session_id="s-2"),
        say(ada, "erased later", session_id="s-2"),
    ]
    accepted(stage, "withdraw", said[3])
    erased(stage.rita, said[4])
    with workspace(ada.principal):
        rows = read_with_source(said)
        orm = {row.id: row for row in Observation.objects.here().filter(id__in=said).with_source()}
        assert {one: shown(row) for one, row in rows.items()} == {
            one: shown(row) for one, row in orm.items()
        }
    assert set(rows) == set(said)
    assert rows[said[0]].session is rows[said[1]].session


def test_it_gives_none_of_another_workspace(stage):
    said, foreign = say(stage.ada), say(stage.mallory)
    with workspace(stage.ada.principal):
        assert set(read_with_source([said, foreign])) == {said}
    with workspace(stage.mallory.principal):
        assert set(read_with_source([said, foreign])) == {foreign}
        assert read_with_source([]) == {}
