"""A grant gives what its giver may give, over its scope, while it lasts (P13)."""

from datetime import UTC, datetime, timedelta

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Grant, GrantRevocation, Principal, Producer
from provenance.problems import CapabilityRequired, GrantExceedsGiver, InvalidRequest, NotFound
from provenance.services.access.granting import give, give_first_grants, revoke
from provenance.services.access.grants import live_grants
from provenance.services.access.keys import make_key
from provenance.services.reading.observations import get_observation
from tests.cast import Person, add_person
from tests.contract.saying import say
from tests.factories import ProducerClaimFactory
from tests.recall.test_recall import ask
from tests.review.people import add_human

HOUR = timedelta(hours=1)


def now() -> datetime:
    return datetime.now(UTC)


def given(by: Person, to: Person, capability: str, **more) -> Grant:
    with workspace(by.principal):
        return give(
            by=by.principal.id,
            principal_id=to.principal.id,
            capability=capability,
            reason="test",
            at=more.pop("at", now()),
            **more,
        )


def ended(by: Person, grant: Grant) -> None:
    with workspace(by.principal):
        revoke(by=by.principal.id, grant=grant, reason="test", at=now())


def producer_of(person: Person) -> Producer:
    with workspace(person.principal):
        return Producer.objects.here().get(harness="codex", instance="laptop-1")


@pytest.fixture
def clerk(rita: Person, ben: Person) -> Person:
    """Administers what ben contributes, and may recall it."""
    person = add_person(rita, "clerk", kind="agent", grants=())
    for capability in ("administer", "recall"):
        given(rita, person, capability, principals=[ben.principal.id])
    return person


def test_p13_who_administers_nothing_gives_nothing(ben: Person, cleo: Person):
    for capability in ("recall", "observe", "administer"):
        with pytest.raises(GrantExceedsGiver):
            given(ben, cleo, capability)


def test_p13_who_administers_a_part_gives_what_it_holds_there(clerk, ben, cleo):
    assert given(clerk, cleo, "recall", principals=[ben.principal.id])
    assert given(clerk, cleo, "administer", principals=[ben.principal.id])


@pytest.mark.parametrize(
    "wider",
    [
        {"capability": "recall"},
        {"capability": "recall", "principals": "all"},
        {"capability": "recall", "producers": "any"},
        {"capability": "observe", "principals": "ben"},
        {"capability": "capture", "principals": "ben"},
        {"capability": "administer"},
    ],
    ids=str,
)
def test_p13_who_administers_a_part_gives_nothing_beyond_it(stage, clerk, wider):
    ada, ben, cleo, rita = stage.ada, stage.ben, stage.cleo, stage.rita
    say(ada)
    named = {
        "all": [ben.principal.id, cleo.principal.id],
        "ben": [ben.principal.id],
        "any": [producer_of(ada).id],
    }
    scope = {name: named[value] for name, value in wider.items() if name != "capability"}
    serves = {"serves_id": rita.principal.id} if wider["capability"] == "capture" else {}
    with pytest.raises(GrantExceedsGiver):
        given(clerk, cleo, wider["capability"], **scope, **serves)


def test_p04_who_administers_a_part_gives_no_capture_even_where_it_holds_it(clerk, rita, ben, cleo):
    there = {"principals": [ben.principal.id], "serves_id": rita.principal.id}
    given(rita, clerk, "capture", **there)
    with pytest.raises(GrantExceedsGiver):
        given(clerk, cleo, "capture", **there)
    assert given(rita, cleo, "capture", **there)


def test_p13_a_grant_lasts_no_longer_than_its_givers(rita, cleo, ben):
    brief = add_person(rita, "brief", kind="agent", grants=())
    given(rita, brief, "administer", ends_at=now() + HOUR)
    assert given(brief, cleo, "recall", ends_at=now() + HOUR / 2)
    for ends_at in (None, now() + 2 * HOUR):
        with pytest.raises(GrantExceedsGiver):
            given(brief, cleo, "recall", ends_at=ends_at)


def test_p13_what_was_taken_from_a_giver_is_no_longer_its_to_give(rita, cleo):
    deputy = add_person(rita, "deputy", kind="agent", grants=())
    grant = given(rita, deputy, "administer")
    given(deputy, cleo, "export")
    ended(rita, grant)
    with pytest.raises(GrantExceedsGiver):
        given(deputy, cleo, "export")


def test_p13_a_grant_to_administer_that_has_not_begun_gives_nothing(rita, cleo):
    heir = add_person(rita, "heir", kind="agent", grants=())
    given(rita, heir, "administer", starts_at=now() + HOUR)
    with pytest.raises(GrantExceedsGiver):
        given(heir, cleo, "recall")
    assert given(heir, cleo, "recall", at=now() + 2 * HOUR)


def test_p04_capture_serves_a_human_and_nobody_else(rita, cleo, ben):
    for serves in ({}, {"serves_id": ben.principal.id}):
        with pytest.raises(InvalidRequest):
            given(rita, cleo, "capture", **serves)
    assert given(rita, cleo, "capture", serves_id=rita.principal.id)


def test_p13_a_human_of_another_workspace_is_served_by_nobody_here(rita, cleo, mallory):
    with workspace(mallory.principal):
        stranger = Principal.objects.here().filter(kind="human").earliest("id")
    with pytest.raises(InvalidRequest):
        given(rita, cleo, "capture", serves_id=stranger.id)


def test_p13_first_grants_are_given_once(rita):
    with workspace(rita.principal), pytest.raises(GrantExceedsGiver):
        give_first_grants(founder=rita.principal.id, capabilities=["administer"], at=now())


def test_p13_who_administers_a_part_makes_no_keys_and_ends_no_grant_outside_it(clerk, ben, ada):
    with workspace(clerk.principal):
        with pytest.raises(GrantExceedsGiver):
            make_key(
                by=clerk.principal.id,
                principal_id=ben.principal.id,
                workspace_id=ben.workspace_id,
                kind="agent",
                label="mine",
                at=now(),
            )
        wide = Grant.objects.here().filter(principal_id=ada.principal.id).first()
        with pytest.raises(GrantExceedsGiver):
            revoke(by=clerk.principal.id, grant=wide, reason="mine", at=now())
        assert not GrantRevocation.objects.here().exists()


def test_p13_recall_reaches_the_principals_of_its_scope_alone(rita, ada, cleo):
    eve = add_person(rita, "eve", kind="agent", grants=("observe",))
    hers = say(eve, "The canary sings at dawn.")
    other = say(ada, "The canary sings at noon.")
    given(rita, cleo, "recall", principals=[eve.principal.id])
    (item,) = ask(cleo, "when does the canary sing?")["episodic"]
    assert item["observation"] == str(hers)
    with pytest.raises(NotFound):
        get_observation(caller=cleo.caller, observation_id=other, at=now())


def test_p13_recall_reaches_the_producers_of_its_scope_alone(rita, ada, cleo):
    say(ada, "The canary sings at dawn.")
    say(ada, "The canary sings at noon.", producer=ProducerClaimFactory(instance="laptop-2"))
    given(rita, cleo, "recall", producers=[producer_of(ada).id])
    (item,) = ask(cleo, "when does the canary sing?")["episodic"]
    assert item["source"]["producer"]["instance"] == "laptop-1"


def test_p13_observe_reaches_the_producers_of_its_scope_alone(rita, ada, cleo):
    say(ada)
    given(rita, cleo, "observe", producers=[producer_of(ada).id])
    assert say(cleo)
    with pytest.raises(CapabilityRequired):
        say(cleo, producer=ProducerClaimFactory(instance="laptop-2"))


def test_p04_capture_reaches_the_producers_of_its_scope_alone(rita, ada):
    say(ada)
    host = add_person(rita, "narrow", kind="host", grants=("observe",))
    mine = {"serves_id": rita.principal.id, "producers": [producer_of(ada).id]}
    given(rita, host, "capture", **mine)
    given(rita, host, "recall")
    inside = say(host, "from here")
    outside = say(host, "from there", producer=ProducerClaimFactory(instance="laptop-2"))
    admitted = [
        get_observation(caller=host.caller, observation_id=one, at=now())["admitted_as"]
        for one in (inside, outside)
    ]
    assert admitted == ["user_primary", "unverified"]


@pytest.mark.parametrize(
    ("period", "live"),
    [
        ({"starts_at": now() - HOUR}, True),
        ({"starts_at": now() + HOUR}, False),
        ({"starts_at": now() - 2 * HOUR, "ends_at": now() - HOUR}, False),
        ({"ends_at": now() + HOUR}, True),
    ],
    ids=["begun", "not begun", "expired", "not expired"],
)
def test_p13_a_grant_counts_in_its_period_alone(rita, cleo, period, live):
    given(rita, cleo, "recall", **period)
    with workspace(cleo.caller):
        grants = live_grants(caller=cleo.caller, at=now())
    assert bool(grants.of("recall")) is live


def test_p13_a_revocation_works_on_the_next_request(rita, cleo):
    grant = given(rita, cleo, "recall")
    assert cleo.get("/v1/observations").status_code == 200
    ended(rita, grant)
    assert cleo.get("/v1/observations").status_code == 403


def test_p13_the_admin_says_why_a_grant_is_not_given(stage):
    deputy = add_human(stage.rita, "deputy in person", grants=(), staff=True)
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=deputy.principal.id,
            capability="administer",
            ends_at=now() + HOUR,
            reason="holidays",
            at=now(),
        )
    sent = {"principal": str(stage.cleo.principal.id), "capability": "recall", "reason": "asked"}
    page = deputy.browser.post("/admin/provenance/grant/add/", sent).content.decode()
    assert "do not cover this scope and period" in page
