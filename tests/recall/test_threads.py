"""`neighbours`: a hit brings the turns around it along, within the budget."""

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Exposure, Observation, Receipt
from recall.services.packing import tokens_of
from tests.cast import add_person
from tests.contract.saying import pointers, say
from tests.recall.standing import stand

BEFORE = ("Good morning to everybody here", "Which instrument is out of tune today?")
HIT = "The harpsichord needs its quills replaced"
AFTER = ("Then we shall rehearse without it", "Lunch is served at half past twelve")


@pytest.fixture
def thread(ada):
    """Five turns of one session, and one of another."""
    texts = (*BEFORE, HIT, *AFTER)
    ids = [say(ada, text, session_id="talk", turn_index=n) for n, text in enumerate(texts)]
    say(ada, "A turn of another conversation", session_id="other", turn_index=1)
    return ids


def ask(person, **more):
    answer = person.post(
        "/v1/recall", {"query": "harpsichord quills", "include": ["episodic"], **more}
    )
    assert answer.status_code == 200, answer.content
    return answer.json()


def around(answer, *, of=HIT):
    """What was said before and after the item of this text, as it is told."""
    (item,) = [one for one in answer["episodic"] if one["content"] == of]
    context = item["context"]
    return [[one["content"] for one in context[side]] for side in ("before", "after")]


def test_a_hit_brings_its_neighbours_in_the_order_of_the_thread(ben, thread):
    assert around(ask(ben, neighbours=1)) == [[BEFORE[1]], [AFTER[0]]]
    assert around(ask(ben, neighbours=2)) == [list(BEFORE), list(AFTER)]


def test_nobody_who_did_not_ask_gets_any(ben, thread):
    for answer in (ask(ben), ask(ben, neighbours=0)):
        assert "context" not in answer["episodic"][0]
        assert [one["content"] for one in answer["episodic"]] == [HIT]


def test_a_neighbour_is_an_item_like_others_and_says_whose_it_is(ben, thread):
    (item,) = ask(ben, neighbours=1)["episodic"]
    (before,) = item["context"]["before"]
    assert before["context_of"] == item["observation"] == str(thread[2])
    assert before["score"] is None
    assert item.keys() - before.keys() == {"context"}
    assert before["source"]["session"]["turn_index"] == 1


def test_hits_come_first_and_what_does_not_fit_whole_is_left_out(ben, thread):
    costs = [tokens_of(text) for text in (HIT, BEFORE[1], AFTER[0])]
    answer = ask(ben, neighbours=2, budget_tokens=sum(costs))
    assert around(answer) == [[BEFORE[1]], [AFTER[0]]], "the nearest first"
    assert answer["budget"]["used"] == sum(costs)
    answer = ask(ben, neighbours=2, budget_tokens=costs[0] + costs[2])
    assert around(answer) == [[], [AFTER[0]]]
    assert around(ask(ben, neighbours=2, budget_tokens=costs[0])) == [[], []]


def test_what_is_a_hit_itself_is_told_once(ada, ben, thread):
    other = say(ada, "New harpsichord quills cost a fortune", session_id="talk", turn_index=3)
    answer = ask(ben, neighbours=2)
    told = [one["observation"] for one in answer["episodic"]]
    assert str(other) in told
    along = [
        one["observation"]
        for item in answer["episodic"]
        for side in item["context"].values()
        for one in side
    ]
    assert len({*told, *along}) == len(told) + len(along)


def test_p13_a_session_of_the_same_name_lends_no_neighbours(ada, ben, rita, thread):
    olga = add_person(rita, "olga", kind="host", grants=("observe", "capture"))
    say(olga, "What olga says in a talk of her own", session_id="talk", turn_index=1)
    reader = add_person(
        rita, "ria", kind="agent", grants=("recall",), principals=[ada.principal.id]
    )
    for person in (reader, ben):
        assert around(ask(person, neighbours=2)) == [list(BEFORE), list(AFTER)]


def test_p13_a_neighbour_of_another_workspace_is_not_told(ben, mallory, thread):
    say(mallory, HIT, session_id="talk", turn_index=2)
    assert around(ask(mallory, neighbours=2)) == [[], []]


@pytest.mark.parametrize("standing", ["withdrawn", "superseded", "corrected"])
def test_p09_a_neighbour_that_does_not_hold_is_not_told(ben, rita, thread, standing):
    stand(rita, thread[1], standing=standing)
    assert around(ask(ben, neighbours=1)) == [[], [AFTER[0]]]


def test_p10_a_neighbour_that_is_held_back_is_not_told(ben, rita, thread):
    stand(rita, thread[1], standing="reported", admission="quarantined")
    assert around(ask(ben, neighbours=1)) == [[], [AFTER[0]]]


def test_what_the_question_leaves_out_is_no_neighbour_either(ada, ben, thread):
    say(ada, "A note between the turns", session_id="talk", turn_index=2, kind="note")
    assert around(ask(ben, neighbours=1))[1] == ["A note between the turns"]
    assert around(ask(ben, neighbours=2, kinds=["turn"]))[1] == [AFTER[0]]
    with workspace(ben.caller):
        hit = Observation.objects.here().get(id=thread[2])
    then = ask(ben, neighbours=2, as_of=hit.recorded_at.isoformat())
    assert around(then) == [list(BEFORE), []], "what was recorded later was not there"


def test_p15_what_was_brought_along_is_in_the_receipt_and_in_the_exposure(ben, thread):
    answer = ask(ben, neighbours=1)
    with workspace(ben.caller):
        receipt = Receipt.objects.here().get(id=answer["id"])
        exposure = Exposure.objects.here().get(receipt_id=answer["id"])
    assert receipt.body["returned"] == [str(thread[2])]
    assert receipt.body["context"] == [str(thread[1]), str(thread[3])]
    assert set(exposure.observations) == set(thread[1:4])


@pytest.mark.parametrize("wrong", [-1, 3, True, "1", 1.0])
def test_how_many_are_bounded(ben, wrong):
    answer = ben.post("/v1/recall", {"query": "harpsichord", "neighbours": wrong})
    assert answer.status_code == 400
    assert pointers(answer)[0][0] == "/neighbours"
