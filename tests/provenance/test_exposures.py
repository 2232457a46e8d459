"""Who was shown what."""

from datetime import UTC, datetime
from uuid import uuid4

from provenance.database.tenancy import workspace
from provenance.models import Exposure
from provenance.services.exposures import record_exposure
from tests.contract.saying import say, shown_to


def test_an_exposure_names_each_observation_once_and_where_it_was_shown(ada, ben):
    said = say(ada)
    with workspace(ben.principal):
        record_exposure(
            caller=ben.caller,
            observation_ids=[said, said],
            door="recall",
            at=datetime.now(UTC),
            harness="claude",
            instance="desktop-1",
            session="9b1e",
        )
        exposure = Exposure.objects.here().get()
    assert exposure.observations == [said]
    assert (exposure.harness, exposure.instance, exposure.session) == (
        "claude",
        "desktop-1",
        "9b1e",
    )
    assert (exposure.principal_id, exposure.key_id) == (ben.principal.id, ben.caller.key_id)


def test_an_empty_answer_is_no_exposure(ben):
    with workspace(ben.principal):
        record_exposure(caller=ben.caller, observation_ids=[], door="recall", at=datetime.now(UTC))
    assert shown_to(ben) == []


def test_a_refusal_is_no_exposure(ada, ben, cleo):
    said = say(ada)
    assert ben.get(f"/v1/observations/{uuid4()}").status_code == 404
    assert cleo.get(f"/v1/observations/{said}").status_code == 403
    assert shown_to(ben) == shown_to(cleo) == []


def test_every_door_that_shows_content_says_so(ada, ben):
    said = say(ada, turn_index=1)
    for path in (
        "observations",
        f"observations/{said}",
        f"observations/{said}/lineage",
        "sessions/session-1/turns",
        "conversations/recent",
    ):
        ben.get(f"/v1/{path}")
    assert shown_to(ben) == [
        ("observations", [said]),
        ("observation", [said]),
        ("lineage", [said]),
        ("turns", [said]),
        ("conversations", [said]),
    ]


def test_counts_and_names_alone_are_no_exposure(ada, ben):
    say(ada)
    for path in ("sessions", "sessions/session-1", "status", "whoami"):
        assert ben.get(f"/v1/{path}").status_code == 200
    assert shown_to(ben) == []
