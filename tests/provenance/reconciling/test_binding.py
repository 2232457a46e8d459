"""What holds follows a mapping, both ways: withdrawals, facts, erasures; and its end (P9)."""

from provenance.database.tenancy import workspace
from provenance.models import (
    Content,
)
from tests.contract.saying import say
from tests.provenance.correcting import accepted, derived_from, facts, standing
from tests.provenance.erasing import erased
from tests.provenance.hearing import agent, copies, show
from tests.provenance.importing.corpus import body, items, results

from .acting import (
    SENTENCE,
    apply,
    dispositions,
    mapped,
    producers,
    roll_back,
    twice,
)


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


def test_p14_what_was_erased_meanwhile_is_stale_and_comes_back_by_no_mapping(ada, rita):
    first, _ = twice(ada)
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


def test_p09_an_echo_heard_while_they_were_one_stays_with_what_it_repeats(stage, ada, rita):
    first, second = twice(ada)
    plan = producers(rita)
    apply(rita, plan)
    eve = agent(stage, "eve")
    show(eve, second)
    echo = say(eve, SENTENCE, speaker_role="assistant")
    assert (echo, second) in copies(rita)

    roll_back(rita, plan)
    accepted(stage, "withdraw", first)

    assert standing(rita, first, second, echo) == ["withdrawn", "reported", "reported"]
