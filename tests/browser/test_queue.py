"""Reviewers work through the queue: by keyboard, by mouse, and without any script."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import NARROW, WIDE, Visit, visit
from tests.browser.test_walk import SCREENS, assert_in_order
from tests.cast import Stage
from tests.provenance.correcting import standing
from tests.review.queue.conftest import Waiting, ask, one_of_each

pytestmark = pytest.mark.browser


@pytest.fixture
def waiting(stage: Stage, tmp_path: Path) -> Waiting:
    """One of each kind, and a recall that had nothing to tell."""
    found = one_of_each(stage, tmp_path)
    ask(stage.ben, "where is the blue kettle?")
    return found


@pytest.fixture
def seen(browser: Browser, site: str, stage: Stage) -> Iterator[Visit]:
    """rita at her desk, at the queue's changes."""
    with visit(browser, site, width=WIDE) as opened:
        opened.log_in(stage.rita)
        yield opened


def focused(page: Page) -> str:
    """The id of the element that has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def card_of(one: UUID) -> str:
    return f"c-{one}"


@SCREENS
def test_the_pages_are_in_order_at_each_width_and_in_both_schemes(
    browser: Browser, site: str, stage: Stage, waiting: Waiting, screen: tuple[int, bool]
) -> None:
    width, dark = screen
    with visit(browser, site, width=width, dark=dark) as seen:
        seen.log_in(stage.rita)
        assert_in_order(seen)
        paths = (
            "/queue",
            "/queue?kind=held&order=oldest",
            f"/queue/together?decision=accept&item=change:{waiting.withdraw}",
            "/abstained",
        )
        for path in paths:
            assert seen.open(path).status == 200
            for summary in seen.page.locator(".case summary").all():
                summary.click()
            assert_in_order(seen)


def test_p14_from_the_login_to_a_withdrawal_and_back_by_keyboard(
    site: str, stage: Stage, waiting: Waiting, seen: Visit
) -> None:
    page = seen.page
    page.get_by_role("link", name="Changes oldest").click()
    page.wait_for_url("**/queue?kind=change*")  # there the keys are listened for
    press = page.keyboard.press
    press("j")
    assert focused(page) == card_of(waiting.withdraw)
    press("j")
    assert focused(page) == card_of(waiting.correct)
    press("j")
    assert focused(page) == card_of(waiting.correct)
    press("k")
    assert focused(page) == card_of(waiting.withdraw)
    press("x")
    expect(page.locator(f"#{card_of(waiting.withdraw)} [data-key=x]")).to_be_checked()
    press("a")
    expect(page.get_by_text("Accepted. What it changes holds from now on.")).to_be_visible()
    assert standing(stage.ada, waiting.claim, waiting.made) == ["withdrawn", "withdrawn"]
    # The next card is in front.
    assert focused(page) == card_of(waiting.correct)
    press("u")
    expect(page.get_by_text("Reverted. What it changed stands as before.")).to_be_visible()
    assert standing(stage.ada, waiting.claim, waiting.made) == ["reported", "reported"]
    assert_in_order(seen)


def test_rejecting_by_keyboard_opens_the_note_and_letters_are_then_letters(
    stage: Stage, waiting: Waiting, seen: Visit
) -> None:
    page = seen.page
    seen.open("/queue?kind=change&order=oldest")
    page.keyboard.press("j")
    page.keyboard.press("r")
    note = page.locator(f"#note-{waiting.withdraw}")
    expect(note).to_be_focused()
    page.keyboard.type("jar u x a?")
    expect(note).to_have_value("jar u x a?")
    assert standing(stage.ada, waiting.claim) == ["reported"]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Rejected.")).to_be_visible()
    page.goto(page.url.split("/queue")[0] + f"/decisions/{waiting.withdraw}")
    expect(page.get_by_text("jar u x a?")).to_be_visible()


def test_the_keys_can_be_switched_off_and_stay_so(
    stage: Stage, waiting: Waiting, seen: Visit
) -> None:
    page = seen.page
    seen.open("/queue?kind=change&order=oldest")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("a")
    page.get_by_label("Single keys act").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    seen.open("/queue?kind=change&order=oldest")
    page.keyboard.press("j")
    page.keyboard.press("a")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert focused(page) == ""
    page.get_by_role("button", name="Shortcuts").click()
    page.get_by_label("Single keys act").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("j")
    assert focused(page) == card_of(waiting.withdraw)
    assert standing(stage.ada, waiting.claim) == ["reported"]


def test_a_key_with_a_modifier_is_the_browsers_own(
    stage: Stage, waiting: Waiting, seen: Visit
) -> None:
    page = seen.page
    seen.open("/queue?kind=change&order=oldest")
    page.keyboard.press("j")
    for chord in ("Control+a", "Alt+a", "Meta+a"):
        page.keyboard.press(chord)
    assert standing(stage.ada, waiting.claim) == ["reported"]
    assert page.url.endswith("/queue?kind=change&order=oldest")


def test_the_slash_goes_to_the_search_where_there_is_one(waiting: Waiting, seen: Visit) -> None:
    page = seen.page
    seen.open("/queue")
    if page.locator("#search").count() == 0:
        page.evaluate(
            "() => { const input = document.createElement('input'); input.id = 'search';"
            " document.body.prepend(input); }"
        )
    page.keyboard.press("/")
    assert focused(page) == "search"
    expect(page.locator("#search")).to_have_value("")


def test_several_are_selected_previewed_and_decided(
    stage: Stage, waiting: Waiting, seen: Visit
) -> None:
    page = seen.page
    seen.open("/queue?kind=change")
    for one in (waiting.withdraw, waiting.correct):
        page.locator(f"#{card_of(one)} [data-key=x]").check()
    page.get_by_role("button", name="Preview rejecting").click()
    expect(page.get_by_role("heading", name="Reject 2 together?")).to_be_visible()
    page.get_by_label("Note, why").fill("Neither holds.")
    page.get_by_role("button", name="Reject 2").click()
    expect(page.get_by_text("1: correct, proposed by scout: rejected.")).to_be_visible()
    expect(page.get_by_text("Nothing of this kind waits for a person.")).to_be_visible()
    assert_in_order(seen)


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_p14_all_of_it_works_without_a_script(
    browser: Browser, site: str, stage: Stage, waiting: Waiting, width: int
) -> None:
    with visit(browser, site, width=width, script=False) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        expect(page.get_by_role("button", name="Shortcuts")).to_be_hidden()
        page.get_by_role("link", name="Changes oldest").click()
        mine = page.locator(f"#{card_of(waiting.withdraw)}")
        mine.get_by_role("button", name="Accept").click()
        expect(page.get_by_text("Accepted. What it changes holds from now on.")).to_be_visible()
        assert standing(stage.ada, waiting.claim) == ["withdrawn"]
        page.get_by_role("link", name="Home").click()
        page.get_by_role("button", name="Undo the last decision").click()
        expect(page.get_by_text("Reverted. What it changed stands as before.")).to_be_visible()
        assert standing(stage.ada, waiting.claim) == ["reported"]
        page.get_by_role("button", name="I have seen this").click()
        expect(page.get_by_text("Noted. This page now counts")).to_be_visible()
        seen.open("/queue?kind=held")
        page.get_by_text("Keep back…").click()
        page.get_by_label("Why it stays held back").fill("It is aimed at agents.")
        page.get_by_role("button", name="Keep back", exact=True).click()
        expect(page.get_by_text("Kept back.")).to_be_visible()
        seen.open("/queue?kind=change")
        other = page.locator(f"#{card_of(waiting.correct)}")
        other.get_by_text("Reject…").click()
        other.get_by_label("Note, why").fill("It is Friday still.")
        other.get_by_role("button", name="Reject", exact=True).click()
        expect(page.get_by_text("Rejected.")).to_be_visible()
        assert seen.complaints == []
