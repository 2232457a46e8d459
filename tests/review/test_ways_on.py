"""Where a page says no it says what to do; the navigation names what opens for its reader."""

from tests.cast import Stage
from tests.contract.saying import say
from tests.review.people import add_human


def test_the_login_page_leads_home_who_is_logged_in(stage: Stage) -> None:
    answer = stage.rita.browser.get("/login")
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_page_that_is_not_there_says_where_to_go(stage: Stage) -> None:
    page = stage.rita.browser.get("/no/such/page")
    assert page.status_code == 404
    shown = page.content.decode()
    assert shown.count("Nothing is here for you") == 2, "in the title and the heading"
    assert "Ask who administers this workspace for a grant" in shown
    assert '<a href="/">Go home</a>' in shown


def test_who_may_not_recall_is_led_only_where_it_opens(stage: Stage) -> None:
    clerk = add_human(stage.rita, "clerk", grants=("review",))
    page = clerk.browser.get("/")
    assert page.status_code == 403
    shown = page.content.decode()
    assert "Ask who administers this workspace for the grant" in shown
    for path in ("/queue", "/ask", "/facts", "/sessions"):
        assert f'<a href="{path}"' not in shown
    assert '<a href="/chronicle">Go to Chronicle</a>' in shown
    assert clerk.browser.get("/chronicle").status_code == 200


def test_an_observation_belongs_to_the_sessions(stage: Stage) -> None:
    said = say(stage.ada, "we deploy on fridays")
    shown = stage.rita.browser.get(f"/observations/{said}").content.decode()
    assert '<a href="/sessions" aria-current="page">' in shown
    assert '<a href="/" aria-current="page">' not in shown
