"""Every page, with something on it: what is photographed, and what axe looks at."""

from pathlib import Path
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Fact, Producer
from tests.browser.asked import ask_pages
from tests.browser.to_look_at import ours_to_look_at
from tests.cast import Stage
from tests.provenance.correcting import proposed, second_reviewer, two_corrections
from tests.recall.test_consolidation_weighing import weighed_proposal
from tests.recall.themes.talk import DEPLOY, GARDEN, MUSIC, find, talk
from tests.review.conversation import session_of, short_conversation
from tests.review.queue.conftest import ask, last_recall, one_of_each


def every_page(stage: Stage, tmp_path: Path) -> dict[str, str]:
    """The address of each page by its name, as rita finds it."""
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
    nothing = last_recall(stage.ben)
    ask(stage.ben, "when do we deploy, after the canary is green?")
    told = last_recall(stage.ben)
    return {
        "home": "/",
        "session": f"/sessions/{session}",
        "asked": f"/observations/{ids['asked']}",
        "summary": f"/observations/{ids['summary']}",
        "queue": "/queue",
        "queue-nothing": f"/queue?after={UUID(int=0)}",
        "together": f"/queue/together?decision=accept&{several}",
        "abstained": "/abstained",
        "recalls": "/recalls",
        "recalled": f"/recalls/{told}",
        "recalled-nothing": f"/recalls/{nothing}",
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
