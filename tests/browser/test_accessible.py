"""axe-core finds nothing on any page, in both schemes, at a desk and on a telephone."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.every_page import every_page
from tests.browser.site import NARROW, WIDE, Visit, visit
from tests.cast import Stage
from tests.review.imports.plans import to_look_at

pytestmark = pytest.mark.browser
# WCAG 2.2 at level AA, and what axe holds for good practice besides.
LOOKED_FOR = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
# Django's own pages, which are not ours to write.
DJANGOS = "/admin/"


def found(seen: Visit) -> list[str]:
    """What axe has to say of the page: its address, the rule, the first node."""
    answer = Axe().run(seen.page, options=LOOKED_FOR)
    return [
        f"{seen.page.url}: {one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in answer.response["violations"]
    ]


@pytest.mark.parametrize("screen", [(WIDE, False), (NARROW, True)])
def test_no_page_keeps_anybody_out(
    browser: Browser, site: str, stage: Stage, tmp_path: Path, screen: tuple[int, bool]
) -> None:
    width, dark = screen
    pages = {**every_page(stage, tmp_path), **to_look_at(stage)}
    faults: list[str] = []
    with visit(browser, site, width=width, dark=dark) as seen:
        seen.open("/login")
        faults += found(seen)
        seen.log_in(stage.rita)
        for path in pages.values():
            if path.startswith(DJANGOS):
                continue
            seen.open(path)
            faults += found(seen)
            if seen.scrolls_sideways():
                faults.append(f"{path} is wider than its window")
    assert faults == []
