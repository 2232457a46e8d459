"""The same event from any number of connections, in any order: one row, one receipt (P3)."""

from collections import Counter
from datetime import UTC, datetime
from functools import partial

import pytest
from rest_framework.test import APIClient

from provenance.database.tenancy import workspace
from provenance.models import ChronicleEvent, Content, Observation, ProvenCopy, Receipt
from provenance.services.contributing.contribution import ForeignReference, ProducerClaim
from provenance.services.observe import observe
from provenance.services.observe_batch import observe_all
from tests.cast import Person
from tests.factories import ContributionFactory, EventFactory
from tests.journeys.together import at_once
from tests.journeys.web import serving

CROWD = 64


@pytest.fixture(autouse=True)
def _room_for_the_crowd(settings):
    """The crowd is about the ledger; each vector would ask for one transaction more."""
    settings.EMBED_INLINE_MS = 0


def rows(person: Person, *models: type) -> dict[str, int]:
    with workspace(person.caller):
        return {model.__name__: model.objects.here().count() for model in models}


def test_p03_sixty_four_connections_post_the_same_event(ada: Person):
    event = EventFactory()
    answers = at_once([lambda: _as(ada).post("/v1/observe", event, format="json")] * CROWD)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: CROWD - 1}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len({answer.json()["observation"] for answer in answers}) == 1
    assert Counter(answer.json()["outcome"] for answer in answers) == {
        "accepted": 1,
        "duplicate": CROWD - 1,
    }
    assert rows(ada, Observation, Content, Receipt) == {
        "Observation": 1,
        "Content": 1,
        "Receipt": 1,
    }
    with workspace(ada.caller):
        assert ChronicleEvent.objects.here().filter(act="observed").count() == 1


@pytest.mark.slow
def test_p03_sixty_four_connections_over_a_socket(ada: Person):
    event = EventFactory()
    with serving(WEB_PROCESSES="2", WEB_THREADS="16", EMBED_INLINE_MS="0") as web:
        post = partial(web.post, "/v1/observe", event, key=ada.secret)
        answers = at_once([post] * CROWD, connected=False)
    assert Counter(status for status, _ in answers) == {201: 1, 200: CROWD - 1}
    assert len({receipt["id"] for _, receipt in answers}) == 1
    assert rows(ada, Observation) == {"Observation": 1}


def test_p03_with_one_changed_letter_all_are_conflicts_and_nothing_is_stored(ada: Person):
    event = EventFactory(content="on Fridays")
    first = ada.post("/v1/observe", event)
    changed = {**event, "content": "on fridays"}
    answers = at_once([lambda: _as(ada).post("/v1/observe", changed, format="json")] * CROWD)
    assert Counter(answer.status_code for answer in answers) == {409: CROWD}
    assert {answer.json()["code"] for answer in answers} == {"event_conflict"}
    with workspace(ada.caller):
        assert Observation.objects.here().get().digest == first.json()["digest"]
        assert Content.objects.here().get().text == "on Fridays"
        facts = Receipt.objects.here().filter(outcome="conflict")
        assert facts.count() == CROWD
        assert "fridays" not in str(list(facts.values()))


def test_p03_of_two_versions_that_arrive_together_one_wins_whole(ada: Person):
    one = EventFactory(content="on Fridays")
    two = {**one, "content": "on Mondays"}
    events = [one, two] * (CROWD // 2)
    answers = at_once([partial(_as(ada).post, "/v1/observe", e, format="json") for e in events])
    by_status = Counter(answer.status_code for answer in answers)
    assert by_status == {201: 1, 200: CROWD // 2 - 1, 409: CROWD // 2}
    (winner,) = {e["content"] for e, a in zip(events, answers, strict=True) if a.status_code < 300}
    with workspace(ada.caller):
        assert Content.objects.here().get().text == winner


def test_p03_batches_that_overlap_in_opposite_order_all_succeed(ada: Person):
    # Its producer and session are here, or the making of them would let one batch in at a time.
    observe(caller=ada.caller, contribution=ContributionFactory(), at=_now())
    events = [ContributionFactory(content=f"Decision {n}: canary first.") for n in range(12)]
    orders = [events, events[::-1]] * 8
    results = at_once(
        [partial(observe_all, caller=ada.caller, items=order, at=_now()) for order in orders]
    )
    assert sum(not observed.duplicate for batch in results for observed in batch) == len(events)
    for order, batch in zip(orders, results, strict=True):
        ids = {c.event_id: o.receipt.id for c, o in zip(order, batch, strict=True)}
        assert ids == {c.event_id: o.receipt.id for c, o in zip(orders[0], results[0], strict=True)}
    assert rows(ada, Observation) == {"Observation": 1 + len(events)}


def test_p03_batches_over_http_that_overlap_in_opposite_order_meet_no_error(ada: Person):
    for n in range(3):
        ada.post("/v1/observe", EventFactory(session={"id": f"session-{n}"}))
    events = [EventFactory(session={"id": f"session-{n % 3}"}) for n in range(8)]
    bodies = [
        {"atomic": atomic, "observations": order}
        for order in (events, events[::-1])
        for atomic in (True, False)
    ]
    answers = at_once(
        [partial(_as(ada).post, "/v1/observe/batch", b, format="json") for b in bodies * 4]
    )
    assert {answer.status_code for answer in answers} == {200}
    assert sum(answer.json()["accepted"] for answer in answers) == len(events)
    assert rows(ada, Observation) == {"Observation": 3 + len(events)}


def test_p05_copies_of_one_foreign_event_that_arrive_together_are_all_proven(ada: Person):
    """Two who do not see each other would both be originals."""
    named = ForeignReference(system="slack", id="C1-17")
    copies = [
        ContributionFactory(
            foreign=named, producer=ProducerClaim(harness="codex", instance=f"laptop-{n}")
        )
        for n in range(12)
    ]
    at_once([partial(observe, caller=ada.caller, contribution=c, at=_now()) for c in copies])
    with workspace(ada.caller):
        copied = ProvenCopy.objects.here()
        assert copied.count() == len(copies) - 1
        assert copied.values("original_id").distinct().count() == 1


def _as(person: Person):
    """A client of its own: Django's test clients are not for sharing between threads."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {person.secret}")
    return client


def _now() -> datetime:
    return datetime.now(UTC)
