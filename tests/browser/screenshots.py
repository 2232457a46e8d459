"""Pictures of each page, wide and narrow, light and dark, to be looked at.

    SCREENSHOTS=<directory> pytest tests/browser/screenshots.py

Not a test of its own: what the pages promise is in test_walk.py.
"""

import os
from pathlib import Path
from uuid import UUID

from playwright.sync_api import Browser

from provenance.database.tenancy import workspace
from provenance.models import Fact, Producer
from tests.browser.asked import ask_pages
from tests.browser.site import visit
from tests.browser.test_walk import SCREENS
from tests.browser.to_look_at import ours_to_look_at
from tests.cast import Stage
from tests.provenance.correcting import proposed, second_reviewer, two_corrections
from tests.recall.test_consolidation_weighing import weighed_proposal
from tests.recall.themes.talk import DEPLOY, GARDEN, MUSIC, find, talk
from tests.review.conversation import session_of, short_conversation
from tests.review.imports.plans import to_look_at
from tests.review.queue.conftest import ask, one_of_each


@SCREENS
def test_take(
    browser: Browser, site: str, stage: Stage, tmp_path: Path, screen: tuple[int, bool]
) -> None:
    """Writes one PNG for each page."""
    width, dark = screen
    to = Path(os.environ["SCREENSHOTS"])
    ids = short_conversation(stage.ada)
    session = session_of(stage.rita)
    waits, done = two_corrections(stage)
    weighed = weighed_proposal(stage)
    ours = ours_to_look_at(stage)
    talk(stage.ada, DEPLOY + MUSIC + GARDEN)
    stage.rita.browser.get("/themes?since=2026-02-01")
    find(stage.rita)
    with workspace(stage.rita.principal):
        fact = Fact.objects.here().earliest("position").id
        producer = Producer.objects.here().earliest("created_at").id
    waiting = one_of_each(stage, tmp_path)
    proposed(stage.rita, "withdraw", waiting.claim, reason="I was told otherwise.")
    second_reviewer(stage)
    several = (
        f"item=change:{waiting.withdraw}&item=change:{waiting.correct}&item=held:{waiting.held}"
    )
    ask(stage.ben, "where is the blue kettle?")
    paths = {
        "home": "/",
        "session": f"/sessions/{session}",
        "asked": f"/observations/{ids['asked']}",
        "summary": f"/observations/{ids['summary']}",
        "queue": "/queue",
        "queue-nothing": f"/queue?after={UUID(int=0)}",
        "together": f"/queue/together?decision=accept&{several}",
        "abstained": "/abstained",
        "decisions": "/decisions",
        "decision-waits": f"/decisions/{waits}",
        "decision-weighed": f"/decisions/{weighed}",
        "raised": "/decisions/raised",
        "raised-nothing": "/decisions/raised?kind=contradiction&observation=" + str(UUID(int=7)),
        "decision-accepted": f"/decisions/{done}",
        **ask_pages(stage),
        **ours,
        "draft": f"/observations/{ids['asked']}/propose/correct",
        "destruction": f"/observations/{ids['asked']}/erase",
        "facts": "/facts",
        "fact": f"/facts/{fact}",
        "sessions": "/sessions",
        "calendar": "/sessions/calendar?month=2026-11",
        "themes": "/themes?since=2026-02-01",
        "principals": "/principals",
        "principal": f"/principals/{stage.ada.principal.id}",
        "producer": f"/producers/{producer}",
        "search": "/search?q=canary",
        "search-nothing": "/search?q=zebra",
        "problems": "/problems/",
        "docs": "/v1/docs",
        "not-found": "/observations/00000000-0000-7000-8000-000000000000",
        "admin": "/admin/",
        "admin-observations": "/admin/provenance/observation/",
        "admin-give": "/admin/provenance/grant/add/",
        "admin-key": "/admin/provenance/apikey/add/",
    }
    with visit(browser, site, width=width, dark=dark) as seen:
        seen.open("/login")
        scheme = "dark" if dark else "light"
        seen.page.screenshot(path=to / f"login-{width}-{scheme}.png", full_page=True)
        seen.log_in(stage.rita)
        for name, path in paths.items():
            seen.open(path)
            seen.page.screenshot(path=to / f"{name}-{width}-{scheme}.png", full_page=True)
        seen.open("/access/add")
        seen.page.get_by_label("Name").fill("builder")
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
