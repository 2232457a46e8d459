"""People walk through the pages of the nouns: from a word to its observation, to an act, and back."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.site import visit
from tests.browser.test_walk import SCREENS, assert_in_order
from tests.cast import Stage
from tests.contract.saying import say as say_plainly
from tests.provenance.correcting import accepted
from tests.recall.themes.talk import DEPLOY, GARDEN, find, talk
from tests.review.conversation import short_conversation

pytestmark = pytest.mark.browser


@SCREENS
def test_from_a_word_to_a_proposal(
    browser: Browser, site: str, stage: Stage, screen: tuple[int, bool]
) -> None:
    width, dark = screen
    ids = short_conversation(stage.ada)
    with visit(browser, site, width=width, dark=dark) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        page.get_by_label("Search words, names or an id").fill("nervous rollback")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Observations")).to_be_visible()
        assert_in_order(seen)
        page.get_by_role("link", name="Fridays make me").click()
        expect(page).to_have_url(f"{site}/observations/{ids['asked']}")
        assert_in_order(seen)
        page.get_by_role("link", name="Correct", exact=True).click()
        expect(page.get_by_role("heading", name="What accepting would change")).to_be_visible()
        assert_in_order(seen)
        page.get_by_label("What holds instead").fill("The rollback took one hour.")
        page.get_by_label("Why").fill("So says the log.")
        page.get_by_role("button", name="Propose").click()
        expect(page.get_by_text("Nothing changes until somebody decides.")).to_be_visible()
        assert_in_order(seen)
        page.get_by_role("button", name="Accept").click()
        page.get_by_role("link", name="Facts").click()
        page.get_by_role("link", name="The rollback took one hour.").click()
        expect(page.get_by_role("heading", name="What it stands on")).to_be_visible()
        assert_in_order(seen)


def test_erasing_takes_two_steps(browser: Browser, site: str, stage: Stage) -> None:
    said = say_plainly(stage.ada, "a sentence that must go")
    with visit(browser, site, width=1400) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        seen.open(f"/observations/{said}")
        page.get_by_role("link", name="Erase its words for good").click()
        expect(page.get_by_role("heading", name="What stays")).to_be_visible()
        page.get_by_label("Why").fill("asked for")
        page.get_by_role("button", name="Erase for good").click()
        expect(page.get_by_role("heading", name="What stays")).to_be_visible()
        page.get_by_label("I understand").check()
        page.get_by_role("button", name="Erase for good").click()
        expect(page.get_by_text("Erased for good:")).to_be_visible()
        assert "a sentence that must go" not in page.content()
        assert_in_order(seen)


@SCREENS
def test_every_noun_fits_its_window(
    browser: Browser, site: str, stage: Stage, screen: tuple[int, bool]
) -> None:
    width, dark = screen
    ids = short_conversation(stage.ada, session_title="t" * 400, speaker_name="n" * 150)
    talk(stage.ada, DEPLOY + GARDEN)
    accepted(stage, "adopt", ids["asked"])
    window = "/themes?since=2026-03-01&until=2026-03-02"
    stage.rita.browser.get(window)
    find(stage.rita)
    with visit(browser, site, width=width, dark=dark) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        for path in (
            "/facts",
            "/sessions",
            "/sessions/calendar?month=2026-11",
            window,
            "/principals",
            f"/principals/{stage.ada.principal.id}",
            "/producers",
            "/search?q=deploy",
            "/search",
        ):
            assert seen.open(path).status == 200
            assert_in_order(seen)
        seen.open(f"/observations/{ids['asked']}")
        page.get_by_role("link", name="codex on laptop-1").click()
        expect(page.get_by_role("heading", name="codex on laptop-1")).to_be_visible()
        assert_in_order(seen)
