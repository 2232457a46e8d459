"""Chooses the readings that serve a question, and says why."""

import re
from dataclasses import dataclass

from recall.services.question import Question
from recall.services.terms import STOP_WORDS, query_terms, stem

_RECENT = re.compile(
    r"\b(recent(ly)?|latest|lately|last (conversations?|messages?|turns?|exchanges?|few days|week)"
    r"|this week|today|yesterday|kürzlich|neulich|zuletzt|récemment|dernièrement|recientemente"
    r"|недавно|последн\w+)\b|最近|近日|مؤخرا",
    re.IGNORECASE,
)


# Where a question names its lateness besides its topic, newer evidence weighs more.
RECENT_WEIGHT = 0.2
_TALK = STOP_WORDS | {
    stem(word)
    for line in (
        "summarize summarise summary list show tell give conversation chat session message turn",
        "exchange discuss discussed talk talked said say happened happen work worked doing",
        "thing things anything everything all any some few please us",
    )
    for word in line.split()
}


@dataclass(frozen=True)
class Route:
    """Where a question goes."""

    intent: str
    residents: tuple[str, ...]
    cost_tier: str
    reason: str
    recency_weight: float = 0.0


def route(question: Question) -> Route:
    """The route of a question. An intent that the caller names is obeyed."""
    residents = ("facts", "episodes")
    if question.intent is not None:
        return Route(question.intent, residents, "index", "The caller named the intent.")
    if not question.text:
        return Route("recent", residents, "snapshot", "There is no query: newest events first.")
    if not _RECENT.search(question.text):
        return Route("semantic", residents, "index", "No narrower intent was recognised.")
    if _topic(question.text):
        return Route(
            "semantic",
            residents,
            "index",
            "The question names a topic and asks for the newer: recency weighs more.",
            RECENT_WEIGHT,
        )
    return Route("recent", residents, "snapshot", "The question asks for what is recent.")


def _topic(text: str) -> list[str]:
    """What the question is about besides lateness and talk."""
    return [term for term in query_terms(_RECENT.sub(" ", text)) if term not in _TALK]
