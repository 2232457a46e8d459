"""What a person accepted as one event is one item of an answer, until that is taken back."""

from tests.provenance.reconciling.acting import SENTENCE, apply, producers, roll_back, twice


def recalled(person):
    answer = person.post("/v1/recall", {"query": "when do we deploy?"})
    assert answer.status_code == 200, answer.content
    return [one["observation"] for one in answer.json()["episodic"] if one["content"] == SENTENCE]


def test_a_mapped_event_is_told_once_and_twice_again_when_it_is_taken_back(ada, ben, rita):
    first, second = (str(one) for one in twice(ada))
    before = recalled(ben)
    plan = producers(rita)
    apply(rita, plan)
    assert recalled(ben) == [first]

    roll_back(rita, plan)

    assert sorted(recalled(ben)) == sorted(before)
    assert sorted(before) == sorted((first, second))
