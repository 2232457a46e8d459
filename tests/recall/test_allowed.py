"""The rows that a question may be answered from are described once for many questions."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.services.access.granting import give
from provenance.services.access.grants import live_grants
from recall.services.allowed import allowed_by
from recall.services.question import Question
from tests.cast import add_person
from tests.contract.saying import say


def allowed(person, question):
    with workspace(person.principal):
        grants = live_grants(caller=person.caller, at=datetime.now(UTC))
        rows = allowed_by(grants, question=question)
        return rows, set(rows.values_list("id", flat=True))


def test_the_same_rows_are_described_once_and_read_anew(ada, ben):
    say(ada, "the first")
    rows, before = allowed(ben, Question(query="one", limit=3))
    later = say(ada, "the second")
    again, after = allowed(ben, Question(query="another", limit=5, explain=True))
    assert rows is again
    assert after - before == {later}


def test_whoever_reaches_otherwise_has_rows_of_their_own(stage):
    say(stage.ada)
    carl = add_person(stage.rita, "carl", kind="agent", grants=())
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=carl.principal.id,
            capability="recall",
            reason="to read its own",
            principals=[carl.principal.id],
            at=datetime.now(UTC),
        )
    for other in (carl, stage.mallory):
        assert allowed(other, Question())[0] is not allowed(stage.ben, Question())[0]
    assert allowed(carl, Question())[1] == set()


@pytest.mark.parametrize(
    "asked",
    [
        {"session": "s-1"},
        {"exclude_session": "s-1"},
        {"kinds": ("turn",)},
        {"since": datetime(2026, 1, 1, tzinfo=UTC)},
        {"until": datetime(2026, 1, 1, tzinfo=UTC)},
        {"as_of": datetime(2026, 1, 1, tzinfo=UTC)},
    ],
    ids=lambda asked: next(iter(asked)),
)
def test_each_filter_makes_others(ada, ben, asked):
    say(ada, session_id="s-1")
    assert allowed(ben, replace(Question(), **asked))[0] is not allowed(ben, Question())[0]
