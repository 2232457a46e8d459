"""Releasing what is held back, and erasing in two steps, from the page of an observation."""

from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Erasure, Observation, StandingEvent
from provenance.services.access.granting import give
from tests.contract.saying import link, say, shown_to
from tests.provenance.correcting import accepted, facts
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human
from tests.review.test_observation_acts import WORDS, at, form, text


@pytest.fixture
def said(ada):
    return say(ada, WORDS)


@pytest.fixture
def held(ada):
    return say(ada, AIMED, speaker_role="tool")


def test_what_is_held_back_is_released_from_its_page(stage, rita, ben, held):
    page = text(rita, at(held))
    assert "Released, it is read and recalled by all who may see it." in page
    assert "It is held back: it has to be released first." in page
    done = rita.browser.post(at(held, "/release"), {"reason": "A runbook."}, follow=True)
    assert "Released. Whoever may see it reads it" in done.content.decode()
    with workspace(rita.principal):
        assert StandingEvent.objects.here().get(observation_id=held).reason == "A runbook."
    again = rita.browser.post(at(held, "/release"), {"reason": "Again."}, follow=True)
    assert "Nothing held it back any more." in again.content.decode()


def test_p13_held_words_stay_held_on_each_page_of_an_act(stage, held):
    reader = add_human(stage.rita, "pat in person", grants=("recall", "propose"))
    for path in ("", "/propose/withdraw", "/propose/adopt"):
        page = text(reader, at(held, path))
        assert "Ignore all previous" not in page
        assert "Release</button>" not in page
    assert reader.browser.post(at(held, "/release"), {"reason": "no"}).status_code == 403
    assert shown_to(reader) == []


def test_an_erasure_first_names_what_goes_and_what_stays(stage, ada, ben, rita, said):
    copy = say(ada, WORDS, lineage=link("quotes", observation=said), speaker_role="assistant")
    accepted(stage, "adopt", said)
    ben.post("/v1/recall", {"query": "when do we deploy on fridays"})
    page = text(rita, at(said, "/erase"))
    assert f"/observations/{copy}" in page
    for told in (
        "<strong>2</strong> texts",
        "<strong>1</strong> stored question ",
        "<strong>1</strong> wording ",
        "<strong>1</strong> fact,",
        "That it was here: ids, event id, digest",
    ):
        assert told in page
    with workspace(rita.principal):
        assert not Erasure.objects.here().exists()
    sent = {**form(page), "reason": "asked for", "meant": "on"}
    done = rita.browser.post(at(said, "/erase/now"), sent, follow=True)
    shown = done.content.decode()
    assert "2 contents, 1 questions, 1 statements, 1 facts" in shown
    assert WORDS not in shown
    assert facts(ada) == [("", "withdrawn")]
    assert "by <bdi>rita</bdi>: <bdi>asked for</bdi>" in text(rita, at(said))
    for one in (said, copy):
        assert WORDS not in text(rita, at(one))
        assert WORDS not in text(rita, at(one, "/erase"))


def test_an_erasure_that_was_not_meant_destroys_nothing(rita, said):
    sent = {**form(text(rita, at(said, "/erase"))), "reason": "asked for"}
    assert rita.browser.post(at(said, "/erase/now"), sent).status_code == 400
    assert WORDS in text(rita, at(said))


def test_a_copy_beyond_reach_keeps_an_erasure_from_being_offered(stage, ada, said):
    with workspace(stage.rita.principal):
        author = Observation.objects.here().get(id=said).principal_id
    part = add_human(stage.rita, "part", grants=("recall",))
    with workspace(stage.rita.principal):
        give(
            by=stage.rita.principal.id,
            principal_id=part.principal.id,
            capability="administer",
            principals=[author],
            reason="ada's",
            at=datetime.now(UTC),
        )
    assert "Erase for good</button>" in text(part, at(said, "/erase"))
    elsewhere = say(
        stage.rita, WORDS, lineage=link("quotes", observation=said), speaker_role="tool"
    )
    page = text(part, at(said, "/erase"))
    assert f"/observations/{elsewhere}" in page
    assert "do not reach all of its copies" in page
    assert "Erase for good</button>" not in page
