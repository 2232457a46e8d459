"""Asks the memory one question, as any agent would."""

from collections.abc import Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from recall.evaluation.answered import Answer
from recall.evaluation.store import Store
from recall.services.question import Question
from recall.services.recall import recall

DEPTH = 20
# So large that it is the ranking which is scored, not what fits.
SCORED_BUDGET = 32_000


def ask(*, store: Store, text: str, turn_of: Mapping[str, str]) -> Answer:
    """Asks twice: with the defaults of the door, which is timed, and to be scored.

    `turn_of` names the turn of each event id.
    """
    begun = perf_counter()
    usual = recall(caller=store.asker, question=Question(query=text), at=datetime.now(UTC))
    spent = perf_counter() - begun
    scored = recall(
        caller=store.asker,
        question=Question(query=text, limit=DEPTH, budget_tokens=SCORED_BUDGET, explain=True),
        at=datetime.now(UTC),
    )
    events = [item["source"]["event_id"] for item in scored["episodic"]]
    return Answer(
        ranked=tuple(dict.fromkeys(turn_of[event] for event in events)),
        confidence=confidence_of(scored),
        abstained=scored["abstained"],
        tokens=scored["budget"]["used"],
        tokens_default=usual["budget"]["used"],
        ms=spent * 1000,
    )


def confidence_of(answer: Mapping[str, Any]) -> float:
    """How sure the memory says it is (`explain.confidence`), 0–1: what it abstains by.

    It says nothing where it did not search, as for what is recent: it then answers, which is 1.
    """
    said = answer["explain"]["confidence"]
    return 1.0 if said is None else float(said)
