"""Standings that are not what the rules give: proposed, and repaired by what the ledger says."""

from provenance.database.tenancy import workspace
from provenance.models import CurrentStanding, StandingEvent
from tests.contract.saying import say
from tests.provenance.correcting import accepted, derived_from, standing, timeline
from tests.provenance.importing.corpus import body, results

from .acting import apply, dispositions, mapped, now, plan_of, roll_back


def given(person, observation, where):
    """A standing that no decision gave, and the projection with it."""
    with workspace(person.caller):
        row = {"workspace_id": person.workspace_id, "observation_id": observation, "at": now()}
        said = {"standing": where, "admission": "admitted"}
        by = {"by_id": person.principal.id, "reason": "by hand"}
        StandingEvent(**row, **said, **by).save(force_insert=True)
        CurrentStanding.objects.here().filter(observation_id=observation).delete()
        CurrentStanding(**row, **said).save(force_insert=True)


def drift(person, observation, where):
    """The projection alone says something else than its timeline."""
    with workspace(person.caller):
        rows = CurrentStanding.objects.here().filter(observation_id=observation)
        assert rows.update(standing=where) == 1


def test_where_all_is_as_it_should_be_nothing_is_proposed(stage, ada, rita):
    derived_from(ada, [root := say(ada)])
    accepted(stage, "withdraw", root)

    assert dispositions(rita, plan_of(rita, "standing")) == []


def test_p08_a_projection_that_drifted_is_rebuilt_from_its_timeline(stage, ada, rita):
    root = say(ada)
    accepted(stage, "withdraw", root)
    drift(rita, root, "reported")

    plan = plan_of(rita, "standing")
    assert dispositions(rita, plan) == [("repair", "projection")]
    assert standing(rita, root) == ["reported"]
    apply(rita, plan)

    assert standing(rita, root) == ["withdrawn"]
    assert timeline(rita, root) == ["withdrawn"], "the timeline is what it was"
    roll_back(rita, plan)
    assert standing(rita, root) == ["withdrawn"], "a wrong copy of the timeline is no statement"


def test_p09_what_should_be_bound_and_is_not_is_bound_and_back(stage, ada, rita):
    made = derived_from(ada, [root := say(ada)])
    accepted(stage, "withdraw", root)
    given(rita, made, "reported")

    plan = plan_of(rita, "standing")
    assert dispositions(rita, plan) == [("repair", "timeline")]
    apply(rita, plan)
    assert standing(rita, made) == ["withdrawn"]
    roll_back(rita, plan)

    assert standing(rita, made) == ["reported"]
    assert timeline(rita, made) == ["withdrawn", "reported", "withdrawn", "reported"]
    assert mapped(rita) == set()


def test_p09_a_withdrawal_that_no_correction_here_explains_is_not_lifted(ada, rita):
    root = say(ada)
    given(rita, root, "withdrawn")

    plan = plan_of(rita, "standing")
    assert dispositions(rita, plan) == [("unresolved", "would_lift")]
    apply(rita, plan)

    assert results(rita, plan) == {0: "left"}
    assert standing(rita, root) == ["withdrawn"]
    (told,) = body(rita, plan, "planned")["unresolved"]
    assert told == {"code": "would_lift", "count": 1, "places": [str(root)]}


def test_p14_what_was_put_right_meanwhile_is_stale(stage, ada, rita):
    root = say(ada)
    accepted(stage, "withdraw", root)
    drift(rita, root, "reported")
    plan, again = plan_of(rita, "standing"), plan_of(rita, "standing")

    apply(rita, plan)
    apply(rita, again)

    assert (results(rita, plan), results(rita, again)) == ({0: "accepted"}, {0: "stale"})
