"""GET /v1/unresolved and its page: everything that the server raised for review can be found."""

from typing import Any
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.pairs import Alike, record_equivalents
from tests.cast import Person, Stage, add_person
from tests.contract.saying import pointers, problem, query_count, say, shown_to
from tests.provenance.correcting import accepted, grant, now, second_reviewer
from tests.provenance.erasing import erased
from tests.provenance.test_held_back import hold_back
from tests.review.people import add_human

PATH, PAGE = "/v1/unresolved", "/decisions/raised"
FIRST = "We deploy on Fridays after the canary is green."
ALIKE = "Deploys take place on Fridays, once the canary is green."
NAME = ForeignReference(system="slack", session="C1", id="1700000000.1")


def alike(stage: Stage, first: str = FIRST, second: str = ALIKE) -> tuple[UUID, UUID]:
    """Two that the index found alike: the later one, and the earlier."""
    ids = [say(stage.ada, text, speaker_role="assistant") for text in (first, second)]
    with workspace(stage.rita.caller):
        earlier, later = Observation.objects.here().filter(id__in=ids).order_by("position")
        record_equivalents(later, [Alike(earlier, "vector", 0.9684)], at=now())
    return later.id, earlier.id


def raise_three(stage: Stage) -> list[tuple[str, str, str]]:
    """One pair of each kind; kind, later and earlier observation, the latest pair first."""
    equivalent = alike(stage)
    here = say(stage.ada, "The canary takes an hour.", foreign=NAME)
    conflicting = say(stage.ada, "The canary takes a day.", foreign=NAME, session_id="import")
    mine = say(stage.ada, "releases need two approvals here")
    accepted(stage, "withdraw", mine)
    again = say(stage.ada, "Releases need two approvals here.", session_id="later")
    return [
        ("contradiction", str(again), str(mine)),
        ("foreign_conflict", str(conflicting), str(here)),
        ("possible_equivalent", str(equivalent[0]), str(equivalent[1])),
    ]


def listed(person: Person, **query: Any) -> list[tuple[str, str, str]]:
    answer = person.get(PATH, **query)
    assert answer.status_code == 200, answer.content
    return [(one["kind"], one["observation"], one["other"]) for one in answer.json()["results"]]


def page(person: Person, query: str = "") -> str:
    answer = person.browser.get(PAGE + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_p15_every_pair_that_was_raised_is_listed_the_latest_first(stage, ben):
    raised = raise_three(stage)
    assert listed(ben) == raised
    shown = ben.get(PATH).json()["results"]
    assert "withdrawn earlier" in shown[0]["why"]
    assert "same name in another system" in shown[1]["why"]
    assert "nothing proves that they are the same" in shown[2]["why"]
    assert [one["likeness"] for one in shown] == [None, None, {"by": "vector", "value": 0.968}]
    assert all(one["raised_at"].endswith("Z") for one in shown)


def test_the_list_is_narrowed_by_kind_and_by_observation(stage, ben):
    raised = raise_three(stage)
    for row in raised:
        assert listed(ben, kind=row[0]) == [row]
        assert listed(ben, observation=row[1]) == listed(ben, observation=row[2]) == [row]
    assert listed(ben, kind="contradiction", observation=raised[1][1]) == []
    assert listed(ben, observation=str(UUID(int=7))) == []


@pytest.mark.parametrize(
    ("query", "pointer"),
    [({"kind": "odd"}, "/kind"), ({"observation": "x"}, "/observation"), ({"by": "me"}, "/by")],
)
def test_a_filter_that_is_none_is_pointed_to(ben, query, pointer):
    answer = ben.get(PATH, **query)
    assert problem(answer)[0] == 400
    assert [where for where, _ in pointers(answer)] == [pointer]


def test_pages_follow_each_other_both_ways(stage, ben):
    raised = raise_three(stage)
    first = ben.get(PATH, limit=2).json()
    assert first["previous"] is None
    second = ben.api.get(first["next"]).json()
    ids = [one["observation"] for one in [*first["results"], *second["results"]]]
    assert ids == [row[1] for row in raised]
    assert second["next"] is None
    assert ben.api.get(second["previous"]).json()["results"] == first["results"]
    assert problem(ben.api.get(first["next"] + "&kind=contradiction"))[0] == 400


def test_p13_a_pair_is_for_who_may_see_both(stage, ben, cleo, mallory):
    later, earlier = alike(stage)
    eve = add_person(stage.rita, "eve", kind="agent", grants=("observe", "recall"))
    said = say(eve, "Fridays, as ever.", speaker_role="tool")
    with workspace(stage.rita.caller):
        mine = Observation.objects.here().get(id=said)
        other = Observation.objects.here().get(id=later)
        record_equivalents(mine, [Alike(other, "trigram", 0.7)], at=now())
    narrow = add_person(stage.rita, "narrow", kind="agent", grants=())
    grant(stage.rita, narrow, "recall", principals=[stage.ada.principal.id])
    assert len(listed(ben)) == 2
    assert listed(narrow) == [("possible_equivalent", str(later), str(earlier))]
    assert listed(narrow, observation=str(mine.id)) == []
    assert listed(mallory) == []
    assert problem(cleo.get(PATH)) == (403, "capability_required")


def test_p13_the_restricted_lane_is_in_no_pair(stage, ben):
    say(stage.ada, "The vault code is written down.", foreign=NAME, labels=("restricted",))
    say(stage.ada, "The vault code is nowhere.", foreign=NAME, labels=("restricted",))
    assert listed(ben) == []


def test_p12_how_much_held_back_words_are_alike_is_for_reviewers(stage, ben):
    later, earlier = alike(stage)
    hold_back(stage, earlier)
    assert listed(ben) == [("possible_equivalent", str(later), str(earlier))]
    assert ben.get(PATH).json()["results"][0]["likeness"] is None
    reviewer = add_person(stage.rita, "rex", kind="agent", grants=("recall", "review"))
    assert reviewer.get(PATH).json()["results"][0]["likeness"]["value"] == 0.968


def test_the_list_repeats_no_words_and_shows_nothing_to_anybody(stage, ben):
    raise_three(stage)
    assert "canary" not in ben.get(PATH).content.decode()
    assert shown_to(ben) == []


def test_the_list_takes_as_many_queries_for_one_pair_as_for_five(stage, ben):
    alike(stage)
    one = query_count(ben, PATH)
    for number in range(4):
        alike(stage, f"the release {number} was numbered", f"numbered was the release {number}")
    assert len(listed(ben)) == 5
    assert query_count(ben, PATH) == one


def test_p15_the_page_shows_both_texts_and_leads_to_both(stage, rita):
    raised = raise_three(stage)
    shown = page(rita)
    for text in (FIRST, ALIKE, "an hour.", "a day.", "Releases need two approvals here."):
        assert text in shown
    for _, later, earlier in raised:
        assert f'href="/observations/{later}"' in shown
        assert f'href="/observations/{earlier}"' in shown
    assert "Likeness 97 of 100, by vector." in shown
    assert 'class="badge withdrawn"' in shown
    assert {one for _, ids in shown_to(rita) for one in map(str, ids)} >= {raised[2][1]}


def test_the_page_is_led_to_and_narrowed(stage, rita):
    raised = raise_three(stage)
    assert f'href="{PAGE}"' in rita.browser.get("/decisions").content.decode()
    narrowed = page(rita, "?kind=contradiction")
    assert (raised[0][1] in narrowed, raised[1][1] in narrowed) == (True, False)
    of_one = page(rita, f"?observation={raised[1][2]}")
    assert (raised[0][1] in of_one, raised[1][1] in of_one) == (False, True)
    assert "Nothing was raised" in page(rita, f"?observation={UUID(int=7)}")
    for wrong in ("?kind=odd", "?observation=x", "?before=x"):
        assert rita.browser.get(PAGE + wrong).status_code == 404
    assert rita.browser.post(PAGE).status_code == 405


def test_the_page_goes_on_where_it_ends(stage, rita, monkeypatch):
    monkeypatch.setattr("provenance.review.raised.A_PAGE", 2)
    raised = raise_three(stage)
    first = page(rita)
    assert [row[1] in first for row in raised] == [True, True, False]
    older = first.split('rel="next"')[0].rsplit('href="', 1)[1].split('"')[0]
    rest = page(rita, older.replace("&amp;", "&"))
    assert [row[1] in rest for row in raised] == [False, False, True]


def test_p12_the_page_keeps_held_back_and_erased_words(stage, rita):
    _, earlier = alike(stage)
    hold_back(stage, earlier)
    reader = add_human(stage.rita, "reader", grants=("recall",))
    shown = page(reader)
    assert (FIRST in shown, ALIKE in shown, "held back" in shown) == (False, True, True)
    assert "Likeness" not in shown
    assert FIRST in page(second_reviewer(stage))
    erased(rita, earlier)
    shown = page(rita)
    assert (FIRST in shown, "erased" in shown) == (False, True)


def test_p13_who_may_not_recall_sees_no_page(stage):
    alike(stage)
    clerk = add_human(stage.rita, "clerk", grants=("review",))
    assert clerk.browser.get(PAGE).status_code == 403
    over_there = add_human(stage.mallory, "over there", grants=("recall",))
    assert FIRST not in over_there.browser.get(PAGE).content.decode()
