"""People ask the memory in a real browser: with a script and without, at a desk and on a telephone."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from playwright.sync_api import Browser, expect

from provenance.database.tenancy import Tenancy
from recall.services.checking.run import run_due
from tests.browser.site import NARROW, WIDE, Visit, visit
from tests.browser.test_walk import assert_in_order
from tests.cast import Stage
from tests.provenance.correcting import accepted, reverted
from tests.review.conversation import short_conversation

pytestmark = pytest.mark.browser


@pytest.fixture
def ids(stage: Stage) -> dict[str, UUID]:
    """A conversation to ask about."""
    return short_conversation(stage.ada)


def walk(seen: Visit, stage: Stage, ids: dict[str, UUID]) -> None:
    """Ask as ben, save, run, break, see it flagged, mend."""
    page = seen.page
    page.get_by_role("link", name="Recall").click()
    assert_in_order(seen)
    page.get_by_label("Question").fill("when do we deploy on Fridays?")
    page.get_by_label("As", exact=True).select_option(label="ben, agent")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("heading", name="Episodic")).to_be_visible()
    item = page.locator(f"[id='{ids['decided']}']")
    item.get_by_text("Why it is here").click()
    expect(item.get_by_role("columnheader", name="Adds")).to_be_visible()
    assert_in_order(seen)
    item.get_by_label("Expected").check()
    page.get_by_role("button", name="Save the question").click()
    expect(page.get_by_text("not checked yet")).to_be_visible()
    run(seen, stage)
    expect(page.locator(".badge.passed")).to_have_text("passed")
    correction = accepted(stage, "withdraw", ids["decided"])
    run(seen, stage)
    expect(page.locator(".badge.broken")).to_have_text("broken")
    expect(page.get_by_text("It was withdrawn. Was in place")).to_be_visible()
    assert_in_order(seen)
    page.get_by_role("link", name="when do we deploy on Fridays?").click()
    expect(page.get_by_text("Withdrawn: 1 candidate")).to_be_visible()
    reverted(stage.rita, correction)
    seen.open("/ask/saved")
    run(seen, stage)
    expect(page.locator(".badge.passed")).to_have_text("passed")
    page.get_by_role("button", name="Retire").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert_in_order(seen)


def run(seen: Visit, stage: Stage) -> None:
    """Asks for a run, lets a worker do it, and looks again."""
    seen.page.get_by_role("button", name="Run all").click()
    expect(seen.page.get_by_role("heading", name="A run is under way")).to_be_visible()
    run_due(tenancy=Tenancy(stage.rita.workspace_id), at=datetime.now(UTC))
    seen.page.get_by_role("link", name="Look again").click()


@pytest.mark.parametrize("screen", [(WIDE, False), (NARROW, True)])
def test_a_question_is_saved_breaks_and_is_mended(
    browser: Browser, site: str, stage: Stage, ids: dict[str, UUID], screen: tuple[int, bool]
) -> None:
    width, dark = screen
    with visit(browser, site, width=width, dark=dark) as seen:
        seen.log_in(stage.rita)
        walk(seen, stage, ids)


def test_without_a_script_it_is_the_same(
    browser: Browser, site: str, stage: Stage, ids: dict[str, UUID]
) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        seen = Unscripted(context.new_page(), site)
        seen.log_in(stage.rita)
        walk(seen, stage, ids)
    finally:
        context.close()


class Unscripted(Visit):
    """A visit whose browser runs no script: how wide a page is cannot be asked there."""

    def scrolls_sideways(self) -> bool:
        return False


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_then_and_now_stand_side_by_side(
    browser: Browser, site: str, stage: Stage, ids: dict[str, UUID], width: int
) -> None:
    then = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    accepted(stage, "withdraw", ids["decided"])
    with visit(browser, site, width=width) as seen:
        seen.log_in(stage.rita)
        seen.open(f"/ask?q=deploy+on+Fridays&as_of={then}&beside=on")
        expect(seen.page.get_by_role("heading", name="Then")).to_be_visible()
        expect(seen.page.locator(".badge.went")).to_have_text("went")
        assert_in_order(seen)
