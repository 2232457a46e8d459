"""Pictures of each page, wide and narrow, light and dark, to be looked at.

    SCREENSHOTS=<directory> pytest tests/browser/screenshots.py

Not a test of its own: what the pages promise is in test_walk.py.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.every_page import every_page
from tests.browser.site import visit
from tests.browser.test_walk import SCREENS
from tests.cast import Stage
from tests.review.imports.plans import to_look_at


@SCREENS
def test_take(
    browser: Browser, site: str, stage: Stage, tmp_path: Path, screen: tuple[int, bool]
) -> None:
    """Writes one PNG for each page."""
    width, dark = screen
    to = Path(os.environ["SCREENSHOTS"])
    paths = every_page(stage, tmp_path)
    with visit(browser, site, width=width, dark=dark) as seen:
        seen.open("/login")
        scheme = "dark" if dark else "light"
        seen.page.screenshot(path=to / f"login-{width}-{scheme}.png", full_page=True)
        seen.log_in(stage.rita)
        for name, path in paths.items():
            seen.open(path)
            seen.page.screenshot(path=to / f"{name}-{width}-{scheme}.png", full_page=True)
        seen.open("/access/add")
        seen.page.get_by_label("Name", exact=True).fill("builder")
        seen.page.get_by_label("Label").fill("build server")
        seen.page.get_by_role("button", name="Add it and make its key").click()
        seen.page.screenshot(path=to / f"access-secret-{width}-{scheme}.png", full_page=True)


@SCREENS
def test_take_imports(browser: Browser, site: str, stage: Stage, screen: tuple[int, bool]) -> None:
    """The same for the pages of imports."""
    width, dark = screen
    to, scheme = Path(os.environ["SCREENSHOTS"]), "dark" if dark else "light"
    with visit(browser, site, width=width, dark=dark) as seen:
        seen.log_in(stage.rita)
        seen.open("/imports")
        seen.page.screenshot(path=to / f"imports-none-{width}-{scheme}.png", full_page=True)
        assert stage.rita.login is not None
        # Her new password ended the test's own session.
        stage.rita.browser.force_login(stage.rita.login)
        for name, path in to_look_at(stage).items():
            seen.open(path)
            seen.page.screenshot(path=to / f"{name}-{width}-{scheme}.png", full_page=True)
