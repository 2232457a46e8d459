"""A workspace in which the bench has something to show, and the addresses that show it."""

from datetime import UTC, datetime

from provenance.services.contributing.contribution import ProducerClaim
from tests.cast import Stage
from tests.provenance.correcting import accepted
from tests.recall.review.bench import RECEIPT, address
from tests.recall.review.checks import checked
from tests.review.conversation import say

QUESTION = "when do we deploy, and is the canary green?"


def ask_pages(stage: Stage) -> dict[str, str]:
    """Pages of the bench by name: empty, answered, bounded, abstaining, beside, refused, saved."""
    laptop = ProducerClaim(harness="claude-code", instance="laptop-2")
    kept = say(
        stage.ada,
        "Deploys on Fridays wait until the canary has been green for an hour.",
        producer=laptop,
    )
    gone = say(stage.ada, "We deploy on Fridays without waiting for the canary.", producer=laptop)
    for week in range(5):
        text = f"Week {week}: the canary was green, we did deploy. " + "No errors were seen. " * 12
        say(stage.ada, text, speaker_role="assistant", session_id=f"week {week}", producer=laptop)
    then = datetime.now(UTC).isoformat()
    for query, expected in ((QUESTION, gone), ("is the canary green?", kept), ("opera", None)):
        html = stage.rita.browser.get(address(query, view=stage.ben)).content.decode()
        (receipt,) = RECEIPT.findall(html)
        sent = {"receipt": receipt, "expected": [str(expected)] if expected else []}
        stage.rita.browser.post("/ask/save", sent)
    checked(stage)
    accepted(stage, "withdraw", gone)
    checked(stage)
    say(stage.ada, "The canary is green again; we deploy on Friday at ten.", producer=laptop)
    return {
        "ask-empty": "/ask",
        "ask": address(QUESTION, view=stage.ben),
        "ask-bounded": address(QUESTION, view=stage.ben, budget_tokens=150, limit=8),
        "ask-abstains": address("favourite opera singer"),
        "ask-beside": address(QUESTION, view=stage.ben, as_of=then, beside="on"),
        "ask-refused": address(QUESTION, view=stage.cleo),
        "ask-wrong": address(QUESTION, limit=0, beside="on"),
        "ask-saved": "/ask/saved",
        "ask-saved-broken": "/ask/saved?state=broken",
    }
