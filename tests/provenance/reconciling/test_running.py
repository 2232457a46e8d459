"""A plan is applied by its id: each item once, whatever breaks, and taken back by its id."""

import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import (
    ImportRun,
    MappingRetraction,
)
from provenance.problems import PlanNotReady
from provenance.services.importing.asking import ask_to_apply, ask_to_go_on, cancel
from provenance.services.importing.jobs import take
from provenance.services.importing.run import go_on
from provenance.services.reconciling import applying, rolling_back
from tests.provenance.correcting import accepted, reverted
from tests.provenance.importing.corpus import body, items, results, state

from .acting import (
    apply,
    dispositions,
    mapped,
    now,
    producers,
    roll_back,
    twice,
    work,
)


def test_p14_applied_twice_is_applied_once(ada, rita):
    pair = twice(ada)
    plan = producers(rita)

    apply(rita, plan)
    apply(rita, plan)

    assert mapped(rita) == {(pair[1], pair[0])}
    assert body(rita, plan, "applied")["results"] == {"accepted": 1}
    assert dispositions(rita, producers(rita)) == [("duplicate", "one_event")]


def test_some_items_now_the_rest_later(ada, rita):
    for _ in range(3):
        twice(ada)
    plan = producers(rita)
    first, second, _ = items(rita, plan)

    apply(rita, plan, only=[first.id])
    assert results(rita, plan) == {0: "accepted"}
    apply(rita, plan, but=[second.id])

    assert results(rita, plan) == {0: "accepted", 2: "accepted"}


def test_p14_what_a_decision_has_overtaken_is_stale_and_not_applied(stage, ada, rita):
    twice(ada)
    first, second = twice(ada)
    plan = producers(rita)
    correction = accepted(stage, "withdraw", first)
    reverted(rita, correction)

    apply(rita, plan)

    assert results(rita, plan) == {0: "accepted", 1: "stale"}
    assert (second, first) not in mapped(rita)


def test_p14_a_rollback_can_be_followed_by_another_mapping_of_the_same(ada, rita):
    first, second = twice(ada)
    plan = producers(rita)
    apply(rita, plan)
    roll_back(rita, plan)
    assert mapped(rita) == set()
    with pytest.raises(PlanNotReady):
        apply(rita, plan)

    again = producers(rita)
    apply(rita, again)

    assert mapped(rita) == {(second, first)}


def many(person, number):
    return [twice(person, f"Remark {n} on the long tea ceremony.") for n in range(number)]


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(applying, "CHUNK", 2)
    monkeypatch.setattr(rolling_back, "CHUNK", 2)


def due_again(person, plan):
    """As a worker would, once the hold of the dead one has ended."""
    with workspace(person.caller):
        ImportRun.objects.here().filter(plan_id=plan).update(not_before=now())
    work(person, plan)


def dies_at(monkeypatch, module, name, call):
    """The function of the module breaks the second time, once."""
    real, calls = getattr(module, name), []

    def dying(*args, **more):
        calls.append(1)
        if len(calls) == call:
            raise OSError
        return real(*args, **more)

    monkeypatch.setattr(module, name, dying)


def test_p02_a_worker_that_dies_is_followed_by_one_that_goes_on_where_it_was(
    ada, rita, monkeypatch, small_chunks
):
    pairs = many(ada, 5)
    plan = producers(rita)
    ask_to_apply(caller=rita.caller, plan_id=plan, at=now())
    dies_at(monkeypatch, applying, "put_into_effect", 4)

    held = take(tenancy=Tenancy(rita.workspace_id), at=now(), plan_id=plan)
    assert not go_on(held)
    assert len(mapped(rita)) == applying.CHUNK, "whole chunks, and nothing of the broken one"
    due_again(rita, plan)

    assert mapped(rita) == {(later, earlier) for earlier, later in pairs}
    assert body(rita, plan, "applied")["results"] == {"accepted": 5}


def test_p02_a_rollback_that_dies_goes_on_where_it_was(ada, rita, monkeypatch, small_chunks):
    many(ada, 5)
    plan = producers(rita)
    apply(rita, plan)
    dies_at(monkeypatch, rolling_back, "changes_for", 2)
    with workspace(rita.caller):
        assert MappingRetraction.objects.here().count() == 0

    roll_back(rita, plan)
    assert (state(rita, plan), len(mapped(rita))) == ("rolling_back", 3)
    due_again(rita, plan)

    assert (state(rita, plan), mapped(rita)) == ("rolled_back", set())
    assert body(rita, plan, "rolled_back")["taken_back"] == 5


def test_a_cancelled_one_keeps_what_is_committed_and_resumes(ada, rita, small_chunks):
    many(ada, 5)
    plan = producers(rita)
    ask_to_apply(caller=rita.caller, plan_id=plan, at=now())
    held = take(tenancy=Tenancy(rita.workspace_id), at=now(), plan_id=plan)
    for done, _ in applying.apply_on(held, clock=now):
        assert done == applying.CHUNK
        cancel(caller=rita.caller, plan_id=plan, at=now())
        break
    assert not go_on(held)
    assert (state(rita, plan), len(mapped(rita))) == ("cancelled", applying.CHUNK)

    ask_to_go_on(caller=rita.caller, plan_id=plan, at=now())
    work(rita, plan)

    assert (state(rita, plan), len(mapped(rita))) == ("applied", 5)
