"""GET /v1/receipts and /v1/receipts/{id}."""

from tests.cast import add_person
from tests.contract.saying import problem
from tests.factories import EventFactory

LIST = "/v1/receipts"


def observed(person, **event):
    response = person.post("/v1/observe", EventFactory(**event))
    assert response.status_code == 201, response.content
    return response.json()


def test_p02_a_receipt_reads_as_it_was_sent(ada):
    receipt = observed(ada)
    assert ada.get(f"{LIST}/{receipt['id']}").json() == receipt


def test_the_receipt_of_an_event_whose_reply_was_lost_is_found(ada):
    receipt = observed(ada, event_id="lost", session={"id": "s1"})
    observed(ada, event_id="other", session={"id": "s1"})
    assert ada.get(LIST, event_id="lost").json() == {"results": [receipt]}
    assert ada.get(LIST, event_id="lost", session="s1").json() == {"results": [receipt]}
    assert ada.get(LIST, event_id="lost", session="s2").json() == {"results": []}
    assert ada.get(LIST, event_id="never sent").json() == {"results": []}


def test_one_event_id_in_two_sessions_has_two_receipts(ada):
    first = observed(ada, event_id="same", session={"id": "s1"})
    second = observed(ada, event_id="same", session={"id": "s2"})
    assert ada.get(LIST, event_id="same").json() == {"results": [second, first]}


def test_an_event_id_is_needed(ada):
    assert problem(ada.get(LIST)) == (400, "invalid_request")


def test_p13_receipts_are_for_whoever_acted(stage, ada, ben, mallory):
    eve = add_person(stage.rita, "eve", kind="host", grants=("observe", "recall"))
    receipt = observed(ada, event_id="mine")
    for other in (eve, mallory):
        assert problem(other.get(f"{LIST}/{receipt['id']}")) == (404, "not_found")
        assert other.get(LIST, event_id="mine").json() == {"results": []}
    assert problem(ben.get(f"{LIST}/{receipt['id']}")) == (403, "capability_required")


def test_the_receipt_of_a_restricted_event_can_be_read_by_its_host(ada):
    receipt = observed(ada, event_id="hush", labels=["restricted"])
    assert receipt["recallable"]["reason"] == "restricted"
    assert ada.get(f"{LIST}/{receipt['id']}").json() == receipt
    assert ada.get(LIST, event_id="hush").json() == {"results": [receipt]}
