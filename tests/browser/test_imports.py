"""An import in a real browser: from the file to its rollback, with a script and without."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import NARROW, WIDE, Visit, visit
from tests.cast import Stage
from tests.provenance.importing.corpus import count, line, transcript
from tests.review.imports.plans import work

pytestmark = pytest.mark.browser


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = [line(number, f"Remark {number} on the tea ceremony.") for number in range(1, 4)]
    return transcript(tmp_path, *lines, name="tea ceremony.jsonl")


def assert_in_order(seen: Visit) -> None:
    # Until then the next page may have begun and hold nothing.
    expect(seen.page.locator("main h1")).to_be_visible()
    assert not seen.scrolls_sideways(), seen.page.url
    assert seen.complaints == [], seen.page.url


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()


@pytest.mark.parametrize(
    "screen", [(WIDE, True), (NARROW, True), (WIDE, False), (NARROW, False)], ids=str
)
def test_p14_upload_plan_leave_out_apply_roll_back(
    browser: Browser, site: str, stage: Stage, file: Path, screen: tuple[int, bool]
) -> None:
    width, script = screen
    with visit(browser, site, width=width, script=script) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        follow(page, "Imports")
        assert_in_order(seen)
        follow(page, "Plan an import")
        assert_in_order(seen)
        page.get_by_label("File").set_input_files(file)
        press(page, "Send and plan")
        expect(page).to_have_url(re.compile(r"/imports/[0-9a-f-]{36}$"))
        expect(page.get_by_role("progressbar")).to_be_visible()
        assert_in_order(seen)
        work(stage.rita)
        # Nobody reloads it: a running page looks again by itself.
        expect(page.get_by_role("heading", name="tea ceremony.jsonl")).to_contain_text(
            "planned, nothing admitted", timeout=15_000
        )
        assert_in_order(seen)

        follow(page, "All items")
        assert_in_order(seen)
        page.get_by_label("line 2").check()
        press(page, "Leave out the ticked")
        expect(page.get_by_text("1 item is left out")).to_be_visible()
        assert_in_order(seen)
        follow(page, "Apply all but what is left out…")
        expect(page.get_by_role("row", name="new")).to_contain_text("2")
        assert_in_order(seen)
        press(page, "Apply")
        expect(page.get_by_role("progressbar")).to_be_visible()
        assert_in_order(seen)
        work(stage.rita)
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            "applied in part", timeout=15_000
        )
        assert count(stage.rita) == 2

        follow(page, "Take back…")
        expect(
            page.get_by_text("2 observations that the plan admitted are withdrawn")
        ).to_be_visible()
        assert_in_order(seen)
        press(page, "Take back")
        work(stage.rita)
        expect(page.get_by_role("heading", level=1)).to_contain_text("taken back", timeout=15_000)
        assert_in_order(seen)


def test_a_refused_file_is_told_on_the_form(
    browser: Browser, site: str, stage: Stage, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    with visit(browser, site, width=WIDE) as seen:
        seen.log_in(stage.rita)
        seen.open("/imports/new")
        seen.page.get_by_label("File").set_input_files(empty)
        press(seen.page, "Send and plan")
        expect(seen.page.get_by_text("Choose a file that is not empty")).to_be_visible()
        expect(seen.page.get_by_role("button", name="Send and plan")).to_be_enabled()
        assert_in_order(seen)
