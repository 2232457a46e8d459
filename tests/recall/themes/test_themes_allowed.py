"""Themes are made of what the caller may recall now, and of nothing else."""

from datetime import UTC, datetime

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Grant
from provenance.services.access.granting import revoke
from recall.services.themes import find as finding
from tests.cast import add_person
from tests.contract.saying import problem
from tests.recall.standing import stand
from tests.recall.themes.talk import DEPLOY, GARDEN, MUSIC, find, runs, talk, themes, words

PATH = "/v1/themes"


def test_p13_without_a_recall_grant_nothing_is_told(ada, cleo):
    talk(ada, DEPLOY)
    assert problem(cleo.get(PATH)) == (403, "capability_required")
    assert problem(cleo.api.delete(f"{PATH}/0193a6f0-7d4e-7c11-9d2b-6c1f0a5e9b77")) == (
        403,
        "capability_required",
    )


def test_p13_themes_are_made_of_what_the_caller_may_recall_alone(ada, ben, rita):
    other = add_person(rita, "olga", kind="host", grants=("observe", "capture"))
    talk(ada, DEPLOY)
    talk(other, MUSIC)
    # A theme of both, of which the reader may see a part.
    talk(other, GARDEN[:2])
    talk(ada, GARDEN[2:], start=60)
    reader = add_person(
        rita, "ria", kind="agent", grants=("recall",), principals=[ada.principal.id]
    )
    everything = themes(ben)
    assert everything["turns"]["read"] == 15
    seen = themes(reader)
    assert seen["turns"]["read"] == 8
    assert not {"violin", "concerto", "orchestra", "sells"} & words(seen)
    assert [theme["turns"] for theme in seen["themes"]] == [5, 3]
    shown = {one["source"]["principal"] for theme in seen["themes"] for one in theme["examples"]}
    assert shown == {"ada"}
    assert seen["id"] != everything["id"]


def test_p13_another_workspace_sees_nothing_and_cancels_nothing(ada, ben, mallory):
    talk(ada, DEPLOY + GARDEN)
    talk(mallory, MUSIC + GARDEN[:3])
    ours, theirs = themes(ben), themes(mallory)
    assert "canary" in words(ours) - words(theirs)
    assert "violin" in words(theirs) - words(ours)
    assert theirs["turns"]["read"] == 8
    assert problem(mallory.api.delete(f"{PATH}/{ours['id']}")) == (404, "not_found")
    assert len(runs(ben)) == 1


def test_p13_a_grant_that_ends_takes_the_themes_with_it(ada, rita):
    talk(ada, DEPLOY + MUSIC)
    reader = add_person(rita, "ria", kind="agent", grants=("recall",))
    assert themes(reader)["turns"]["read"] == 10
    with workspace(rita.caller):
        grant = Grant.objects.here().get(principal_id=reader.principal.id)
        revoke(by=rita.principal.id, grant=grant, reason="over", at=datetime.now(UTC))
    assert problem(reader.get(PATH)) == (403, "capability_required")


@pytest.mark.parametrize("standing", ["withdrawn", "superseded", "corrected"])
def test_p09_what_does_not_hold_any_more_is_in_no_theme(ada, ben, rita, standing):
    ids = talk(ada, DEPLOY + GARDEN + MUSIC)
    assert themes(ben)["turns"]["read"] == 15
    for one in ids[:5]:
        stand(rita, one, standing=standing)
    body = themes(ben)
    assert body["turns"]["read"] == 10
    assert {"tomato", "violin"} <= words(body)
    assert not {"canary", "deployment", "cluster"} & words(body)


def test_p10_what_is_held_back_is_in_no_theme_even_for_reviewers(ada, rita):
    ids = talk(ada, DEPLOY + GARDEN + MUSIC)
    both = add_person(rita, "rex", kind="agent", grants=("recall", "review"))
    for one in ids[:5]:
        stand(rita, one, standing="reported", admission="quarantined")
    body = themes(both)
    assert body["turns"]["read"] == 10
    assert "tomato" in words(body)
    assert "canary" not in words(body)


def test_an_erasure_takes_texts_and_labels_away_with_it(ada, ben, rita):
    ids = talk(ada, DEPLOY + GARDEN)
    assert "canary" in words(themes(ben))
    erase(rita, ids[:1])
    assert runs(ben) == [], "labels were made of its words too"
    body = themes(ben)
    assert (body["turns"]["read"], body["turns"]["newer"]) == (9, 0)


def test_an_erasure_while_themes_are_found_leaves_no_label(ada, ben, rita, monkeypatch):
    ids = talk(ada, DEPLOY + GARDEN)
    assert ben.get(PATH).status_code == 202
    labelled = finding.labels_of

    def late(*given, **more):
        erase(rita, ids[:1])
        return labelled(*given, **more)

    monkeypatch.setattr(finding, "labels_of", late)
    assert find(ben) == 0
    assert runs(ben) == []


def erase(rita, ids):
    admin = add_person(rita, f"admin{ids[0].hex}", kind="agent", grants=("administer",))
    body = {"observations": [str(one) for one in ids], "reason": "asked for"}
    assert admin.post("/v1/erasures", body).status_code == 201
