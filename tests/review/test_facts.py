"""The pages of facts: what was decided, what it stands on, how it was worded before."""

from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from provenance.database.tenancy import workspace
from provenance.models import Fact
from provenance.services.contributing.contribution import SubjectClaim
from tests.cast import make_stage
from tests.contract.saying import say, shown_to
from tests.provenance.correcting import accepted
from tests.provenance.erasing import erased
from tests.provenance.test_screening import AIMED
from tests.review.people import add_human

WORDS = "we deploy on fridays after the canary is green"
NEW = "we deploy on mondays"
ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def text(person, path):
    response = person.browser.get(path)
    assert response.status_code == 200, response.content
    return " ".join(response.content.decode().split())


def ids(person):
    with workspace(person.principal):
        return list(Fact.objects.here().order_by("position").values_list("id", flat=True))


@pytest.fixture
def said(ada):
    about = (SubjectClaim(kind="repository", key="github.com/acme/api"),)
    return say(ada, WORDS, subjects=about)


@pytest.fixture
def fact(stage, rita, said):
    accepted(stage, "adopt", said)
    return ids(rita)[0]


def test_the_list_tells_standing_support_and_who_decided(rita, fact):
    page = text(rita, "/facts")
    assert f"/facts/{fact}" in page
    for told in (WORDS, "badge current", "1 person behind it", "decided by <bdi>rita</bdi>"):
        assert told in page


def test_the_list_is_narrowed_by_standing_words_and_subject(stage, ada, rita, said, fact):
    accepted(stage, "adopt", say(ada, "tomatoes grow in may"))
    accepted(stage, "correct", said, statement=NEW)
    assert (WORDS in text(rita, "/facts"), NEW in text(rita, "/facts")) == (True, True)
    gone = text(rita, "/facts?standing=superseded")
    assert (WORDS in gone, NEW in gone) == (True, False)
    words = text(rita, "/facts?q=Mondays+deploy")
    assert (NEW in words, "tomatoes" in words) == (True, False)
    about = text(rita, "/facts?about=repository:github.com/acme/api")
    assert (NEW in about, "tomatoes" in about) == (True, False)
    assert "No fact fits." in text(rita, "/facts?q=zebra")
    assert "It narrowed nothing." in text(rita, "/facts?about=acme")
    assert rita.browser.get("/facts?standing=nonsense").status_code == 404


def test_the_list_goes_on_where_a_page_ends(stage, ada, rita, monkeypatch):
    monkeypatch.setattr("provenance.review.facts.A_PAGE", 2)
    for number in range(3):
        accepted(stage, "adopt", say(ada, f"fact number {number}"))
    made = ids(rita)
    page = text(rita, "/facts?q=number")
    assert [str(one) in page for one in made] == [False, True, True]
    assert f"?q=number&amp;before={made[1]}" in page
    page = text(rita, f"/facts?q=number&before={made[1]}")
    assert [str(one) in page for one in made] == [True, False, False]
    assert rita.browser.get("/facts?before=x").status_code == 404


def test_p08_a_fact_tells_its_wordings_and_its_timeline(stage, rita, said, fact):
    decision = accepted(stage, "correct", said, statement=NEW)
    later = ids(rita)[1]
    page = text(rita, f"/facts/{fact}")
    assert f"/observations/{said}" in page
    assert f"/facts/{later}" in page[page.index("Wordings") :]
    assert NEW in page
    assert page.index("badge current") < page.rindex("badge superseded")
    page = text(rita, f"/facts/{later}")
    assert f"/decisions/{decision}" in page
    assert "can be reverted there" in page


def test_what_may_change_a_fact_stands_on_its_page(stage, ada, rita, said, fact):
    assert f"/observations/{said}/propose/correct" in text(rita, f"/facts/{fact}")
    reader = add_human(stage.rita, "reader", grants=("recall",))
    assert "/propose/" not in text(reader, f"/facts/{fact}")
    accepted(stage, "adopt", said, say(ada, "and again on mondays"), statement="Deploys happen")
    assert "/propose/" not in text(rita, f"/facts/{ids(rita)[1]}"), "it stands on several"


def test_an_observation_leads_to_its_facts(rita, said, fact):
    assert f"/facts/{fact}" in text(rita, f"/observations/{said}")


def test_p13_a_fact_on_what_is_out_of_sight_is_not_found(stage, said, fact):
    stranger = make_stage().rita
    for one in (fact, UUID(int=7)):
        assert stranger.browser.get(f"/facts/{one}").status_code == 404
    assert WORDS not in text(stranger, "/facts")
    nobody = add_human(stage.rita, "cleo in person", grants=())
    for path in ("/facts", f"/facts/{fact}"):
        assert nobody.browser.get(path).status_code == 403
        assert Client().get(path).status_code == 302
    reader = add_human(stage.rita, "ben in person", grants=("recall",))
    assert WORDS in text(reader, f"/facts/{fact}")


def test_erased_wordings_are_on_no_page(rita, said, fact):
    erased(rita, said)
    assert rita.browser.get(f"/facts/{fact}").status_code == 404
    assert WORDS not in text(rita, "/facts")


def test_what_is_held_back_makes_no_page_of_a_fact(ada, rita):
    say(ada, AIMED, speaker_role="tool")
    assert "No facts yet." in text(rita, "/facts")


def test_what_a_page_tells_is_an_exposure(rita, said, fact):
    text(rita, "/facts")
    text(rita, f"/facts/{fact}")
    assert shown_to(rita) == [("browser", [said])] * 2


def test_hostile_words_are_text(stage, ada, rita):
    target = say(ada, ATTACK, speaker_name=ATTACK)
    accepted(stage, "adopt", target)
    accepted(stage, "correct", target, statement=ATTACK + " again")
    for path in ("/facts", f"/facts?q={ATTACK}", *(f"/facts/{one}" for one in ids(rita))):
        page = rita.browser.get(path).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert" not in page
        assert "<img src" not in page


def test_the_pages_ask_no_query_per_row(stage, ada, rita, said, fact):
    accepted(stage, "adopt", said, statement="worded 0")
    few, one = queries(rita, "/facts"), queries(rita, f"/facts/{fact}")
    for number in range(1, 4):
        accepted(stage, "adopt", said, statement=f"worded {number}")
        accepted(stage, "adopt", say(ada, f"fact number {number}"))
    assert queries(rita, "/facts") == few
    assert queries(rita, f"/facts/{fact}") == one


def queries(person, path):
    with CaptureQueriesContext(connection) as captured:
        assert person.browser.get(path).status_code == 200
    return len(captured)
