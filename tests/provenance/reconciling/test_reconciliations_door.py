"""The machine door to reconciliations: plan, items, apply, roll back; and the command."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Grant, Workspace
from provenance.services.access.granting import revoke
from provenance.services.importing.run import run_due
from tests.cast import add_person, make_stage
from tests.contract.saying import say
from tests.provenance.correcting import grant, with_key
from tests.provenance.importing.corpus import state

from .acting import NAMES, mapped, now, producers, twice

BODY = {"kind": "producers", **NAMES}


@pytest.fixture
def ines(rita):
    """An agent that may plan."""
    return add_person(rita, "ines", kind="agent", grants=("reconcile",))


@pytest.fixture
def person(rita):
    """A person with a key of her own host."""
    grant(rita, rita, "reconcile")
    return with_key(rita, rita)


def work(person):
    run_due(tenancy=Tenancy(person.workspace_id))


def begun(person, **body):
    answer = person.post("/v1/reconciliations", {**BODY, **body})
    assert answer.status_code == 202, answer.content
    assert answer["Location"].endswith(answer.json()["id"])
    work(person)
    return answer.json()["id"]


def shown(person, plan, what=""):
    answer = person.get(f"/v1/reconciliations/{plan}{what}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_p14_from_plan_to_rollback(ada, person):
    kept, other = twice(ada), twice(ada)
    plan = begun(person)
    told = shown(person, plan)
    assert (told["state"], told["format"]) == ("planned", "reconcile:producers")
    assert told["plan"]["dispositions"] == {"same": 2}

    first, second = shown(person, plan, "/items")["results"]
    assert (first["about"], first["meets"]) == (str(kept[1]), str(kept[0]))
    assert first["detail"]["stands"] == ["reported", "reported"]
    answer = person.post(f"/v1/reconciliations/{plan}/apply", {"exclude": [second["id"]]})
    assert answer.status_code == 202
    work(person)
    assert mapped(person) == {(kept[1], kept[0])}
    assert other[1] not in {one for one, _ in mapped(person)}

    assert person.post(f"/v1/reconciliations/{plan}/rollback", None).status_code == 202
    work(person)
    assert shown(person, plan)["state"] == "rolled_back"
    assert mapped(person) == set()
    assert [one["id"] for one in person.get("/v1/reconciliations").json()["results"]] == [plan]


def test_items_can_be_filtered(ada, person):
    twice(ada)
    plan = begun(person)

    assert shown(person, plan, "/items?disposition=same")["results"]
    assert not shown(person, plan, "/items?disposition=distinct")["results"]


def test_p13_the_doors_of_imports_do_not_show_it(ada, person):
    twice(ada)
    plan = begun(person)

    assert person.get("/v1/imports").json()["results"] == []
    for call in (
        person.get(f"/v1/imports/{plan}"),
        person.get(f"/v1/imports/{plan}/items"),
        person.post(f"/v1/imports/{plan}/apply", {}),
        person.post(f"/v1/imports/{plan}/cancel", None),
    ):
        assert call.status_code == 404


def test_p11_an_agent_plans_and_a_person_decides(ada, ines, person):
    twice(ada)
    plan = begun(ines)

    refused = ines.post(f"/v1/reconciliations/{plan}/apply", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "person_required")
    assert person.post(f"/v1/reconciliations/{plan}/apply", {}).status_code == 202
    work(person)
    assert len(mapped(person)) == 1
    refused = ines.post(f"/v1/reconciliations/{plan}/rollback", None)
    assert (refused.status_code, refused.json()["code"]) == (403, "person_required")


def test_p11_a_persons_key_that_a_model_holds_decides_nothing(ada, rita, person):
    twice(ada)
    plan = begun(person)
    model = with_key(rita, rita, kind="agent")

    assert model.post(f"/v1/reconciliations/{plan}/apply", {}).status_code == 403


def test_p13_without_reconcile_nothing_is_shown_or_begun(ada, ben, cleo, client):
    for person in (ada, ben, cleo):
        assert person.get("/v1/reconciliations").status_code == 403
        assert person.post("/v1/reconciliations", BODY).status_code == 403
    assert client.get("/v1/reconciliations").status_code == 401


def test_p13_a_reconciliation_of_another_workspace_does_not_exist(ada, person):
    twice(ada)
    plan = begun(person)
    elsewhere = make_stage().rita
    grant(elsewhere, elsewhere, "reconcile")
    other = with_key(elsewhere, elsewhere)

    for call in (
        other.get(f"/v1/reconciliations/{plan}"),
        other.get(f"/v1/reconciliations/{plan}/items"),
        other.post(f"/v1/reconciliations/{plan}/apply", {}),
        other.post(f"/v1/reconciliations/{plan}/rollback", None),
    ):
        assert call.status_code == 404
    unknown = other.post("/v1/reconciliations", BODY)
    assert unknown.json()["errors"][0]["pointer"] == "/first"


def test_p13_a_grant_that_ends_stops_it_at_the_next_chunk(ada, rita, ines, person):
    twice(ada)
    plan = ines.post("/v1/reconciliations", BODY).json()["id"]
    with workspace(rita.caller):
        held = Grant.objects.here().get(principal_id=ines.principal.id, capability="reconcile")
        revoke(by=rita.principal.id, grant=held, reason="ended", at=now())

    work(ines)

    told = shown(person, plan)
    assert (told["state"], told["code"], told["plan"]) == ("failed", "capability_required", None)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"kind": "nonsense"}, "/kind"),
        ({"kind": "producers"}, "/second"),
        ({"kind": "pairs"}, "/verdict"),
        ({"kind": "pairs", "verdict": "same", "pairs": []}, "/pairs"),
        ({"kind": "producers", **NAMES, "trust": 1}, "/trust"),
        ({"kind": "namespaces", "first": "nothing begins so:", "second": "x"}, "/first"),
    ],
)
def test_what_makes_no_question_is_refused_by_name(ada, person, body, pointer):
    twice(ada)

    answer = person.post("/v1/reconciliations", body)

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def run(person, *given, **more):
    out = StringIO()
    with workspace(person.caller):
        slug = Workspace.objects.get(id=person.workspace_id).slug
    call_command("reconcile", *given, workspace=slug, stdout=out, stderr=StringIO(), **more)
    return out.getvalue()


def test_the_command_plans_shows_applies_and_takes_back(ada, rita):
    first, second = twice(ada)
    told = json.loads(run(rita, "producers", "codex/laptop-1", "codex/laptop", "--json"))
    plan = told["id"]
    assert (told["state"], mapped(rita)) == ("planned", set())

    assert "same 1" in run(rita, "--show", plan)
    run(rita, "--apply", plan)
    assert mapped(rita) == {(second, first)}
    assert "rolled_back" in run(rita, "--rollback", plan)
    assert mapped(rita) == set()


def test_the_command_applies_what_is_chosen(ada, rita):
    pairs = [twice(ada), twice(ada)]
    plan = producers(rita)
    items = [one["id"] for one in json_items(rita, plan)]

    run(rita, "--apply", str(plan), "--but", items[0])
    assert mapped(rita) == {pairs[1][::-1]}
    run(rita, "--apply", str(plan), "--only", items[0])

    assert mapped(rita) == {one[::-1] for one in pairs}


def json_items(person, plan):
    reader = with_key(person, person)
    return shown(reader, plan, "/items")["results"]


def test_the_command_says_what_is_wrong(ada, rita):
    say(ada)
    for given in (
        ("producers", "codex/laptop-1", "codex/nowhere"),
        ("--show", "not-an-id"),
        (),
        ("pairs",),
    ):
        with pytest.raises(CommandError):
            run(rita, *given)


def test_the_command_lists_unknown_times(rita):
    assert state(rita, json.loads(run(rita, "times", "--json"))["id"]) == "planned"
    assert "time unknown" not in run(rita, "times")
