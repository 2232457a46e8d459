"""`POST /v1/erasures` and `manage.py erase`."""

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import workspace
from provenance.models import ChronicleEvent, Content, Grant, Receipt
from provenance.services.access.granting import revoke
from tests.cast import add_person
from tests.contract.saying import pointers, problem, say
from tests.provenance.correcting import grant, now, with_key
from tests.provenance.erasing import here
from tests.provenance.test_rotation import slug_of
from tests.review.people import add_human

PATH = "/v1/erasures"


@pytest.fixture
def admin(rita):
    """An agent that administers."""
    return add_person(rita, "admin", kind="agent", grants=("administer",))


def test_p14_the_receipt_counts_what_was_destroyed_and_says_that_it_is_for_good(ada, admin):
    gone = say(ada)
    body = {"observations": [str(gone)], "reason": "asked for", "event_id": "e1"}
    answer = admin.post(PATH, body)
    assert answer.status_code == 201, answer.content
    shown = answer.json()
    assert shown["irreversible"] is True
    assert shown["observations"] == [str(gone)]
    assert shown["destroyed"] == {"contents": 1, "questions": 0, "statements": 0, "facts": 0}
    again = admin.post(PATH, body)
    assert (again.status_code, again.json()["outcome"]) == (200, "duplicate")
    assert again.json()["id"] == shown["id"]


def test_p14_what_it_cannot_find_it_points_to(ada, admin):
    kept = say(ada)
    body = {"observations": [str(kept), str(uuid4())], "reason": "asked for"}
    answer = admin.post(PATH, body)
    assert problem(answer) == (400, "unknown_reference")
    assert pointers(answer) == [("/observations/1", "unknown_reference")]
    assert here(admin, Content, observation_id=kept)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"reason": ""}, "invalid_request"),
        ({"observations": []}, "invalid_request"),
        ({"observations": ["x"]}, "invalid_request"),
        ({"because": "x"}, "unknown_member"),
    ],
)
def test_a_request_that_does_not_fit_is_refused(admin, wrong, code):
    body = {"observations": [str(uuid4())], "reason": "asked for", **wrong}
    assert problem(admin.post(PATH, body)) == (400, code)


def test_p13_without_the_capability_it_is_refused(ada, ben):
    body = {"observations": [str(say(ada))], "reason": "asked for"}
    assert problem(ben.post(PATH, body)) == (403, "capability_required")


@pytest.mark.parametrize("kind", ["host", "agent"])
@pytest.mark.parametrize("who", ["a program", "a human"])
def test_p13_the_grant_decides_whatever_the_key_and_whoever_holds_it(stage, ada, rita, kind, who):
    """docs/decisions/0018: an explicit grant to administer, and nothing else, lets one erase."""
    if who == "a human":
        human = add_human(rita, "otto", grants=())
        person = with_key(human, rita, kind=kind)
    else:
        person = add_person(rita, "keeper", kind=kind, grants=())
    body = {"observations": [str(say(ada))], "reason": "asked for"}
    assert problem(person.post(PATH, body)) == (403, "capability_required")
    grant(rita, person, "administer")
    assert person.post(PATH, body).status_code == 201
    with workspace(rita.principal):
        given = Grant.objects.here().get(principal_id=person.principal.id, capability="administer")
        revoke(by=rita.principal.id, grant=given, reason="over", at=now())
    assert problem(person.post(PATH, body)) == (403, "capability_required")


@pytest.mark.parametrize("capability", ["observe", "recall", "propose", "review", "export"])
def test_p13_no_other_capability_lets_one_erase(rita, ada, capability):
    person = add_person(rita, "keeper", kind="host", grants=(capability,))
    body = {"observations": [str(say(ada))], "reason": "asked for"}
    assert problem(person.post(PATH, body)) == (403, "capability_required")
    assert here(rita, Content)


def test_p15_an_erasure_says_whose_key_did_it(ada, rita, admin):
    admin.post(PATH, {"observations": [str(say(ada))], "reason": "asked for"})
    (receipt,) = here(rita, Receipt, act="erase")
    assert (receipt.principal_id, receipt.key_id) == (admin.principal.id, admin.caller.key_id)
    (event,) = here(rita, ChronicleEvent, act="erased")
    assert event.key_id == admin.caller.key_id


def test_p14_the_command_asks_and_erases(ada, rita, monkeypatch):
    gone = say(ada)
    named = [str(gone), "--workspace", slug_of(rita), "--reason", "asked for"]
    monkeypatch.setattr("sys.stdin", StringIO("no\n"))
    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase", *named, stdout=StringIO())
    assert here(rita, Content)
    out = StringIO()
    call_command("erase", *named, "--yes", stdout=out)
    assert json.loads(out.getvalue())["destroyed"]["contents"] == 1
    assert not here(rita, Content)


def test_p14_the_command_says_what_it_does_not_know(rita):
    with pytest.raises(CommandError, match="/observations/0"):
        call_command(
            "erase", str(uuid4()), "--yes", "--workspace", slug_of(rita), "--reason", "asked for"
        )
