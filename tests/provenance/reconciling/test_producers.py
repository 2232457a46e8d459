"""Two producers that are one: what is proven becomes one event, what differs stays two."""

from uuid import uuid4

import pytest

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import (
    Content,
    ImportRun,
    MappingRetraction,
    Producer,
    ProvenCopy,
    Receipt,
)
from provenance.problems import InvalidRequest, PersonRequired, PlanNotReady
from provenance.services.importing.asking import ask_to_apply, ask_to_go_on, cancel
from provenance.services.importing.jobs import take
from provenance.services.importing.run import go_on
from provenance.services.reconciling import applying, rolling_back
from tests.cast import add_person
from tests.contract.saying import say
from tests.provenance.correcting import accepted, derived_from, facts, reverted, standing
from tests.provenance.erasing import erased
from tests.provenance.hearing import counts, host_serving
from tests.provenance.importing.corpus import body, items, results, state

from .acting import (
    NAMES,
    NEW,
    OLD,
    SENTENCE,
    apply,
    at,
    count,
    mapped,
    now,
    plan_of,
    producers,
    roll_back,
    twice,
    work,
)


def dispositions(person, plan):
    return [(one.disposition, one.code) for one in items(person, plan)]


def test_p14_a_plan_shows_what_would_be_one_and_changes_nothing(ada, rita):
    first, second = twice(ada)
    before = count(rita)

    plan = producers(rita)

    (item,) = items(rita, plan)
    assert (item.observation_id, item.meets_id) == (second, first)
    assert (item.disposition, item.code) == ("same", "event_id")
    assert item.detail["stands"] == ["reported", "reported"]
    assert mapped(rita) == set()
    assert count(rita) == before
    told = body(rita, plan, "planned")
    assert told["dispositions"] == {"same": 1}
    assert told["asked"]["kind"] == "producers"


def test_p05_one_person_under_two_names_is_one_before_and_after(ada, rita):
    first, second = twice(ada)
    before = counts(rita, first, second)

    plan = producers(rita)
    planned = counts(rita, first, second)
    apply(rita, plan)
    after = counts(rita, first, second)
    roll_back(rita, plan)

    print(f"before {before}, planned {planned}, after {after}")  # noqa: T201 - the table asked for
    assert before == planned == after == counts(rita, first, second) == [(1, 0), (1, 0)]


def test_p05_two_principals_for_one_event_count_once_it_is_one(stage, ada, rita):
    """The laptop was set up anew, and its host serves the same person under another name."""
    other = host_serving(stage, "rita again")
    first = say(ada, SENTENCE, producer=OLD, event_id="a")
    second = say(other, SENTENCE, producer=NEW, event_id="a")
    accepted(stage, "adopt", first)
    assert counts(rita, first, second) == [(2, 1), (2, 0)]

    plan = producers(rita)
    (item,) = items(rita, plan)
    assert (item.disposition, item.code) == ("same", "other_witness")
    (fact,) = body(rita, plan, "planned")["support"]
    assert [fact[when]["independent"] for when in ("before", "after")] == [2, 1]
    apply(rita, plan)

    assert counts(rita, first, second) == [(1, 1), (1, 0)]
    roll_back(rita, plan)
    assert counts(rita, first, second) == [(2, 1), (2, 0)]


def test_p05_an_imported_copy_of_a_persons_word_gets_no_witness_by_being_mapped(stage, ada, rita):
    agent = add_person(rita, "ines", kind="agent", grants=("observe",))
    first = say(ada, SENTENCE, producer=OLD, event_id="a")
    second = say(agent, SENTENCE, producer=NEW, event_id="a")
    made = derived_from(agent, [second])
    before = counts(rita, first, second, made)

    apply(rita, producers(rita))

    assert mapped(rita) == {(second, first)}
    assert counts(rita, first, second, made) == before == [(1, 0), (0, 0), (0, 0)]


def test_p05_distinct_new_content_under_an_old_id_stays_two(ada, rita):
    say(ada, "The kettle stands on the left.", producer=OLD, event_id="a")
    say(ada, "The kettle stands on the right.", producer=NEW, event_id="a")

    plan = producers(rita)
    assert dispositions(rita, plan) == [("distinct", "other_words")]
    apply(rita, plan)

    assert results(rita, plan) == {0: "left"}
    assert mapped(rita) == set()


def test_p05_the_same_words_later_in_the_same_session_are_said_again(ada, rita):
    say(ada, SENTENCE, producer=OLD, observed_at=at(0))
    say(ada, SENTENCE, producer=NEW, observed_at=at(30))

    plan = producers(rita)

    assert dispositions(rita, plan) == [("distinct", "other_time")]


def test_what_came_after_the_plan_was_begun_is_not_in_it(ada, rita):
    twice(ada)
    plan = producers(rita)
    twice(ada)

    apply(rita, plan)

    assert len(mapped(rita)) == 1


def test_other_sessions_are_other_conversations(ada, rita):
    say(ada, SENTENCE, producer=OLD, session_id="one")
    say(ada, SENTENCE, producer=NEW, session_id="two")

    plan = producers(rita)

    assert items(rita, plan) == []
    assert body(rita, plan, "planned")["not_proposed"] == {"first_alone": 1, "second_alone": 1}


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


def test_p09_a_withdrawal_binds_through_a_mapping_until_it_is_taken_back(stage, ada, rita):
    first, second = twice(ada)
    made = derived_from(ada, [second])
    accepted(stage, "withdraw", first)
    assert standing(rita, first, second, made) == ["withdrawn", "reported", "reported"]

    plan = producers(rita)
    apply(rita, plan)
    assert standing(rita, first, second, made) == ["withdrawn"] * 3

    roll_back(rita, plan)
    assert standing(rita, first, second, made) == ["withdrawn", "reported", "reported"]


def test_p09_what_is_withdrawn_later_is_withdrawn_of_both_and_stays_so_on_its_side(
    stage, ada, rita
):
    first, second = twice(ada)
    plan = producers(rita)
    apply(rita, plan)

    withdrawal = accepted(stage, "withdraw", second)
    assert standing(rita, first, second) == ["withdrawn", "withdrawn"]
    roll_back(rita, plan)

    assert standing(rita, first, second) == ["reported", "withdrawn"]
    told = body(rita, plan, "rolled_back")["depends"]["corrections"]
    assert told == {"count": 1, "first": [str(withdrawal)]}


def test_p09_a_mapping_never_lets_hold_what_was_withdrawn(stage, ada, rita):
    first, second = twice(ada)
    accepted(stage, "withdraw", first)
    accepted(stage, "withdraw", second)
    accepted(stage, "restore", first)

    plan = producers(rita)
    assert dispositions(rita, plan) == [("unresolved", "would_lift")]
    apply(rita, plan)

    assert standing(rita, first, second) == ["reported", "withdrawn"]


def test_p09_facts_fall_with_the_mapping_and_stand_again_with_its_end(stage, ada, rita):
    first, second = twice(ada)
    accepted(stage, "adopt", second)
    accepted(stage, "withdraw", first)

    plan = producers(rita)
    (item,) = items(rita, plan)
    assert [(one["before"], one["after"]) for one in item.detail["facts"]] == [
        ("current", "withdrawn")
    ]
    apply(rita, plan)
    assert [where for _, where in facts(rita)] == ["withdrawn"]
    roll_back(rita, plan)

    assert [where for _, where in facts(rita)] == ["current"]


def test_p14_what_a_decision_has_overtaken_is_stale_and_not_applied(stage, ada, rita):
    twice(ada)
    first, second = twice(ada)
    plan = producers(rita)
    correction = accepted(stage, "withdraw", first)
    reverted(rita, correction)

    apply(rita, plan)

    assert results(rita, plan) == {0: "accepted", 1: "stale"}
    assert (second, first) not in mapped(rita)


def test_p14_what_was_erased_meanwhile_is_stale_and_comes_back_by_no_mapping(ada, rita):
    first, second = twice(ada)
    plan = producers(rita)
    erased(rita, first)

    apply(rita, plan)

    assert results(rita, plan) == {0: "stale"}
    assert dispositions(rita, producers(rita)) == [("unresolved", "erased")]
    assert mapped(rita) == set()


def test_p14_an_erasure_reaches_the_copy_while_the_mapping_holds_and_not_after(ada, rita):
    kept, gone = twice(ada), twice(ada)
    plan = producers(rita)
    apply(rita, plan)

    erased(rita, gone[0])
    roll_back(rita, plan)
    erased(rita, kept[0])

    told = body(rita, plan, "rolled_back")["depends"]["erasures"]
    assert set(told["first"]) == {str(one) for one in gone}
    with workspace(rita.caller):
        left = set(Content.objects.here().values_list("observation_id", flat=True))
    assert left & {*kept, *gone} == {kept[1]}


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


def test_p11_an_agent_may_plan_and_only_a_person_accepts(ada, rita):
    twice(ada)
    agent = add_person(rita, "ines", kind="agent", grants=("observe", "reconcile"))

    plan = producers(agent)

    assert state(rita, plan) == "planned"
    with pytest.raises(PersonRequired):
        apply(agent, plan)
    apply(rita, plan)
    with pytest.raises(PersonRequired):
        roll_back(agent, plan)


def test_p13_a_grant_over_some_producers_reconciles_no_others(ada, rita):
    first, _ = twice(ada)
    with workspace(rita.caller):
        old = Producer.objects.here().get(instance="laptop-1")
    agent = add_person(rita, "ines", kind="agent", grants=("reconcile",), producers=[old.id])

    with pytest.raises(InvalidRequest):
        producers(agent)


def test_the_mapping_is_named_by_its_operation_and_is_no_event_of_a_producer(ada, rita):
    twice(ada)
    plan = producers(rita)
    before = count(rita)
    apply(rita, plan)

    (item,) = items(rita, plan)
    with workspace(rita.caller):
        proof = ProvenCopy.objects.here().get(basis="mapping")
        receipts = Receipt.objects.here().filter(act="reconcile")
        assert {one.body["reconcile_act"] for one in receipts} == {"planned", "applied"}
    assert proof.mapping_id == item.id
    assert count(rita) == before


def test_a_session_that_was_keyed_anew(ada, rita):
    texts = [f"Remark {n} on the long tea ceremony." for n in range(3)]
    old = [say(ada, text, session_id="old", turn_index=n) for n, text in enumerate(texts)]
    new = [say(ada, text, session_id="new", turn_index=n) for n, text in enumerate(texts[:2])]
    other = say(ada, "Something that was only said there.", session_id="new", turn_index=2)

    plan = plan_of(rita, "sessions", first="old", second="new")
    assert dispositions(rita, plan) == [("same", "turn")] * 2
    apply(rita, plan)

    assert mapped(rita) == {(new[0], old[0]), (new[1], old[1])}
    assert body(rita, plan, "planned")["not_proposed"] == {"first_alone": 1, "second_alone": 1}
    assert other not in {one for pair in mapped(rita) for one in pair}


def test_old_and_new_event_ids_of_the_same_events(ada, rita):
    texts = [f"Remark {n} on the long tea ceremony." for n in range(2)]
    old = [say(ada, text, event_id=f"v1:{n}") for n, text in enumerate(texts)]
    new = [say(ada, text, event_id=f"v1:new:{n}") for n, text in enumerate(texts)]
    say(ada, "A third remark under the new ids.", event_id="v1:new:9")

    plan = plan_of(rita, "namespaces", first="v1:", second="v1:new:")
    assert dispositions(rita, plan) == [("same", "order")] * 2
    apply(rita, plan)

    assert mapped(rita) == set(zip(new, old, strict=True))
    assert body(rita, plan, "planned")["not_proposed"] == {"first_alone": 0, "second_alone": 1}


def test_p13_what_is_not_here_is_refused_and_leaves_no_plan(ada, rita):
    twice(ada)
    for first, second in ((NAMES["first"], "codex/nowhere"), (NAMES["first"],) * 2):
        with pytest.raises(InvalidRequest):
            plan_of(rita, "producers", first=first, second=second)
    with pytest.raises(InvalidRequest):
        plan_of(rita, "sessions", first="session-1", second=uuid4().hex)
    with workspace(rita.caller):
        assert not ImportRun.objects.here().exists()
