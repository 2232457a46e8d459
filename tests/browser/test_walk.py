"""People walk through the pages in a real browser, at a desk and on a telephone."""

import re
from uuid import UUID

import pytest
from playwright.sync_api import Browser, expect

from provenance.services.contributing.contribution import SubjectClaim
from tests.browser.site import NARROW, WIDE, Visit, visit
from tests.cast import Stage
from tests.review.conversation import say, session_of, short_conversation

pytestmark = pytest.mark.browser
SCREENS = pytest.mark.parametrize(
    "screen", [(WIDE, False), (NARROW, False), (WIDE, True), (NARROW, True)]
)


@pytest.fixture
def ids(stage: Stage) -> dict[str, UUID]:
    """A conversation to walk through."""
    return short_conversation(stage.ada)


def assert_in_order(seen: Visit) -> None:
    """The page fits its window, and the browser complains of nothing (CSP included)."""
    assert not seen.scrolls_sideways(), seen.page.url
    assert seen.complaints == [], seen.page.url


@SCREENS
def test_from_the_login_to_an_observation(
    browser: Browser, site: str, stage: Stage, ids: dict[str, UUID], screen: tuple[int, bool]
) -> None:
    width, dark = screen
    with visit(browser, site, width=width, dark=dark) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        expect(page.get_by_role("heading", name="Conversations")).to_be_visible()
        assert_in_order(seen)
        page.get_by_role("link", name="When to deploy").click()
        expect(page.get_by_text("turns 3 to 4 are not here")).to_be_visible()
        assert_in_order(seen)
        result = page.locator("details pre")
        expect(result).to_be_hidden()
        page.get_by_text("tool result, 86 words").click()
        expect(result).to_be_visible()
        assert_in_order(seen)
        page.locator(f"[id='{ids['summary']}'] a").click()
        expect(page).to_have_url(f"{site}/observations/{ids['summary']}")
        expect(page.get_by_role("heading", name="Lineage")).to_be_visible()
        assert_in_order(seen)


def test_a_long_unbroken_name_stays_within_a_telephone(
    browser: Browser, site: str, stage: Stage
) -> None:
    subject = SubjectClaim(kind="k" * 50, key="k" * 300, branch="b" * 200, revision="r" * 100)
    said = say(
        stage.ada,
        "w" * 2_000,
        session_id="s" * 200,
        event_id="e" * 200,
        subjects=(subject,),
        labels=("l" * 100,),
        metadata={"m" * 200: "v" * 500},
    )
    with visit(browser, site, width=NARROW) as seen:
        seen.log_in(stage.rita)
        for path in ("/", f"/sessions/{session_of(stage.ada)}", f"/observations/{said}"):
            seen.open(path)
            assert_in_order(seen)


def test_the_lineage_is_walked_by_keyboard(
    browser: Browser, site: str, stage: Stage, ids: dict[str, UUID]
) -> None:
    with visit(browser, site, width=WIDE) as seen:
        seen.log_in(stage.rita)
        seen.open(f"/observations/{ids['summary']}")
        for _ in range(30):
            seen.page.keyboard.press("Tab")
            here = seen.page.evaluate("document.activeElement.getAttribute('href')")
            if here == f"/observations/{ids['asked']}":
                break
        seen.page.keyboard.press("Enter")
        expect(seen.page).to_have_url(f"{site}/observations/{ids['asked']}")
        assert_in_order(seen)


def test_dark_is_dark(browser: Browser, site: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    brightness = {}
    for dark in (False, True):
        with visit(browser, site, width=WIDE, dark=dark) as seen:
            seen.open("/login")
            red, green, blue = re.findall(r"\d+", seen.page.evaluate(ground))[:3]
            brightness[dark] = int(red) + int(green) + int(blue)
    assert brightness[True] < 150
    assert brightness[False] > 600


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.usefixtures("ids")
def test_pages_of_another_hand_are_in_order_too(
    browser: Browser, site: str, stage: Stage, width: int
) -> None:
    with visit(browser, site, width=width) as seen:
        seen.log_in(stage.rita)
        for path in (
            "/admin/",
            "/admin/provenance/observation/",
            "/admin/provenance/grant/add/",
            "/admin/provenance/apikey/add/",
            "/admin/auth/user/",
            "/problems/",
            "/v1/docs",
        ):
            assert seen.open(path).status == 200
            assert_in_order(seen)


def test_a_key_is_made_in_the_admin(browser: Browser, site: str, stage: Stage) -> None:
    with visit(browser, site, width=WIDE) as seen:
        page = seen.page
        seen.log_in(stage.rita)
        page.get_by_role("link", name="Admin").click()
        page.get_by_role("link", name="Api keys").first.click()
        page.get_by_role("link", name="Add api key").click()
        page.get_by_label("Principal").select_option(label="ben")
        page.get_by_label("Label").fill("desk")
        page.get_by_role("button", name="Make the key").click()
        expect(page.get_by_label("Secret")).to_have_value(re.compile("mem_"))
        assert_in_order(seen)
        page.get_by_role("link", name="Go on to the key").click()
        assert not re.search(r"mem_[\w-]{43}", page.content())
        assert_in_order(seen)


def test_a_hostile_text_runs_nothing(browser: Browser, site: str, stage: Stage) -> None:
    attack = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    observation = say(stage.ada, attack, session_title=attack, speaker_name=attack)
    with visit(browser, site, width=WIDE) as seen:
        seen.log_in(stage.rita)
        for path in ("/", f"/sessions/{session_of(stage.rita)}", f"/observations/{observation}"):
            seen.open(path)
            assert seen.page.title() != "owned"
            assert seen.page.locator("main img, main script").count() == 0
            assert_in_order(seen)
