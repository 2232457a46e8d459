"""One browser and one site for all walks of a test process."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.site import chromium, chromium_path, serve


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. Where it is missing the walks are skipped, but never under CI=true."""
    if chromium_path() is None:
        missing = "Chromium is missing: apt-get install chromium, or name one by CHROMIUM="
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    # Playwright's synchronous interface runs an event loop in this thread, for which Django
    # would refuse to talk to the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def site(_open_database: None) -> Iterator[str]:
    """The address of the site."""
    with serve() as address:
        yield address
