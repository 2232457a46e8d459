"""Whatever a contributor writes is shown as text, in every field that a page shows."""

import re
from uuid import UUID

import pytest
from django.test import Client

from provenance.services.contributing.contribution import (
    ForeignReference,
    LinkClaim,
    ProducerClaim,
    SubjectClaim,
)
from tests.cast import Stage
from tests.review.conversation import BEGUN, say, session_of

ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7|add:7 }}"


@pytest.fixture
def hostile(stage: Stage) -> UUID:
    source = say(stage.ada, ATTACK, speaker_role="tool", kind="tool_result")
    return say(
        stage.ada,
        ATTACK,
        event_id=ATTACK,
        session_id=ATTACK,
        session_title=ATTACK,
        speaker_name=ATTACK,
        observed_at=BEGUN,
        labels=(ATTACK,),
        subjects=(SubjectClaim(kind=ATTACK[:50], key=ATTACK, branch=ATTACK, revision=ATTACK),),
        foreign=ForeignReference(system=ATTACK, session=ATTACK, id=ATTACK),
        metadata={ATTACK: ATTACK},
        model={"name": ATTACK},
        producer=ProducerClaim(harness=ATTACK, instance=ATTACK, telemetry={"surface": ATTACK}),
        lineage=(
            LinkClaim(relation="quotes", observation=source),
            LinkClaim(relation="quotes", external=(ATTACK, ATTACK)),
            LinkClaim(relation="responds_to", event_id=ATTACK + "?"),
        ),
    )


def assert_harmless(browser: Client, path: str) -> None:
    page = browser.get(path).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert not re.search(r"<img[^>]*onerror", page)
    # No tag that the browser would see has the attack's attribute.
    assert not re.search(r"<[a-z]+ [^<>]*\sonerror=", page)
    assert ">14<" not in page


def test_a_hostile_observation_is_harmless(stage: Stage, hostile: UUID) -> None:
    assert_harmless(stage.rita.browser, f"/observations/{hostile}")


def test_a_hostile_observation_is_harmless_on_the_first_page(stage: Stage, hostile: UUID) -> None:
    assert_harmless(stage.rita.browser, "/")


def test_a_hostile_conversation_is_harmless(stage: Stage) -> None:
    say(stage.ada, ATTACK, session_title=ATTACK, speaker_name=ATTACK)
    assert_harmless(stage.rita.browser, f"/sessions/{session_of(stage.rita)}")


@pytest.mark.parametrize("noun", ["observation", "producer", "session", "lineageedge"])
def test_a_hostile_observation_is_harmless_in_the_admin(
    stage: Stage, hostile: UUID, noun: str
) -> None:
    assert_harmless(stage.rita.browser, f"/admin/provenance/{noun}/")
