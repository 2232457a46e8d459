"""A person gives, an agent works, the person takes back: with and without a script."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect
from rest_framework.test import APIClient

from tests.browser.site import NARROW, WIDE, Visit
from tests.browser.test_walk import assert_in_order
from tests.cast import Stage
from tests.factories import EventFactory

pytestmark = pytest.mark.browser


@contextmanager
def visiting(browser: Browser, site: str, *, width: int, script: bool) -> Iterator[Visit]:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, java_script_enabled=script
    )
    try:
        yield Visit(context.new_page(), site)
    finally:
        context.close()


def in_order(seen: Visit, *, script: bool) -> None:
    """As for every page; without a script the browser is not asked how wide the page is."""
    if script:
        assert_in_order(seen)
    else:
        assert seen.complaints == []


def observed(secret: str) -> int:
    api = APIClient()
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return int(api.post("/v1/observe", EventFactory(), format="json").status_code)


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_grant_key_call_revoke_refused(
    browser: Browser, site: str, stage: Stage, width: int, script: bool
) -> None:
    with visiting(browser, site, width=width, script=script) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        page.get_by_role("link", name="Access", exact=True).click()
        expect(page.get_by_role("heading", name="Who may do what")).to_be_visible()
        in_order(seen, script=script)

        page.get_by_role("link", name="Add an agent or a service").click()
        page.get_by_label("Name", exact=True).fill("builder")
        page.get_by_label("Label").fill("build server")
        page.get_by_role("button", name="Add it and make its key").click()
        secret = page.get_by_label("Secret").input_value()
        assert re.fullmatch(r"mem_[\w-]{43}", secret)
        in_order(seen, script=script)
        assert observed(secret) == 403

        page.get_by_role("link", name="Give builder a grant").click()
        assert secret not in page.content()
        in_order(seen, script=script)
        page.get_by_label("May", exact=True).select_option("observe")
        page.get_by_label("Reason").fill("it builds here")
        page.get_by_role("button", name="Give the grant").click()
        expect(page.get_by_text("builder may observe from the next request on.")).to_be_visible()
        in_order(seen, script=script)
        assert observed(secret) == 201

        page.get_by_role("link", name="observe", exact=True).click()
        page.get_by_role("link", name="Revoke…").click()
        page.get_by_label("Reason").fill("built")
        in_order(seen, script=script)
        page.get_by_role("button", name="Revoke the grant").click()
        expect(page.get_by_text("It ended with this request.")).to_be_visible()
        assert observed(secret) == 403

        page.get_by_role("link", name=re.compile("build server")).click()
        expect(page.get_by_text("last used")).to_be_visible()
        page.get_by_role("link", name="Revoke…").click()
        page.get_by_label("Reason").fill("no longer needed")
        page.get_by_role("button", name="Revoke the key").click()
        expect(page.get_by_text("revoked", exact=True)).to_be_visible()
        in_order(seen, script=script)
        assert observed(secret) == 401


@pytest.mark.parametrize("script", [True, False])
def test_a_version_is_written_and_switched_on(
    browser: Browser, site: str, stage: Stage, script: bool
) -> None:
    with visiting(browser, site, width=NARROW, script=script) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        page.get_by_role("link", name="Policy", exact=True).click()
        page.get_by_role("link", name="Write a version").click()
        page.get_by_label("Personal data").select_option("withhold")
        page.get_by_role("textbox", name="Note").fill("mail is private")
        in_order(seen, script=script)
        page.get_by_role("button", name="Save the version").click()
        expect(page.get_by_text("not in force yet")).to_be_visible()
        page.get_by_role("button", name="Try it out").click()
        expect(page.get_by_text("judged anew")).to_be_visible()
        in_order(seen, script=script)
        page.get_by_role("link", name="Switch it on…").click()
        page.get_by_label("Reason").fill("agreed")
        page.get_by_role("button", name="Switch it on").click()
        expect(page.get_by_text("Version 1 is in force from the next request on.")).to_be_visible()
        in_order(seen, script=script)
        page.get_by_role("link", name="Chronicle", exact=True).click()
        expect(page.get_by_role("link", name="policy activated")).to_be_visible()
        in_order(seen, script=script)
