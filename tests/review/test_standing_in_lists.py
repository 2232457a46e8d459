"""Wherever an observation is listed, what it is now stands beside it in a word."""

import re
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Observation
from tests.cast import Stage
from tests.contract.saying import say
from tests.provenance.correcting import decided, proposed, proposing, second_reviewer
from tests.provenance.test_screening import AIMED
from tests.review.conversation import session_of


def listed(page: str, observation_id: UUID) -> str:
    """The entry of the observation in a list: from its link to the end of its item."""
    start = re.search(rf'id="{observation_id}"|/observations/{observation_id}"', page)
    assert start, "it is not listed"
    return page[start.start() : page.index("</li>", start.start())]


def pages(stage: Stage) -> list[str]:
    """Every page that lists observations of ada's one session."""
    with workspace(stage.rita.principal):
        one = Observation.objects.here().earliest("position")
    return [
        "/",
        "/search?q=runbook",
        f"/sessions/{session_of(stage.rita)}",
        f"/principals/{one.principal_id}",
        f"/producers/{one.producer_id}",
    ]


@pytest.mark.parametrize(
    ("kind", "word"),
    [("withdraw", "withdrawn"), ("correct", "corrected"), ("supersede", "superseded")],
)
def test_p05_a_list_says_what_no_longer_holds(stage: Stage, kind: str, word: str) -> None:
    said = say(stage.ada, "the runbook is on the wiki")
    statement = "it is in the repository" if kind == "correct" else None
    made = proposed(proposing(stage), kind, said, statement=statement)
    decided(second_reviewer(stage), made)
    for path in pages(stage):
        page = stage.rita.browser.get(path).content.decode()
        assert f">{word}</span>" in listed(page, said), path


def test_p05_a_list_says_what_is_held_back(stage: Stage) -> None:
    said = say(stage.ada, AIMED, speaker_role="tool")
    for path in pages(stage):
        page = stage.rita.browser.get(path).content.decode()
        assert ">quarantined</span>" in listed(page, said), path


def test_a_list_says_nothing_of_what_merely_holds(stage: Stage) -> None:
    said = say(stage.ada, "the runbook is on the wiki")
    for path in pages(stage):
        entry = listed(stage.rita.browser.get(path).content.decode(), said)
        assert ">reported<" not in entry, path
        assert ">admitted<" not in entry, path
