"""Chooses the readings that serve a question, and says why."""

import re
from dataclasses import dataclass

from recall.services.question import Question

_RECENT = re.compile(
    r"\b(recent(ly)?|latest|lately|last (conversations?|messages?|turns?|exchanges?|few days|week)"
    r"|this week|today|yesterday|kürzlich|neulich|zuletzt|récemment|dernièrement|recientemente"
    r"|недавно|последн\w+)\b|最近|近日|مؤخرا",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Route:
    """Where a question goes."""

    intent: str
    residents: tuple[str, ...]
    cost_tier: str
    reason: str


def route(question: Question) -> Route:
    """The route of a question. An intent that the caller names is obeyed."""
    residents = ("facts", "episodes")
    if question.intent is not None:
        return Route(question.intent, residents, "index", "The caller named the intent.")
    if not question.text:
        return Route("recent", residents, "snapshot", "There is no query: newest events first.")
    if _RECENT.search(question.text):
        return Route("recent", residents, "index", "The question asks for what is recent.")
    return Route("semantic", residents, "index", "No narrower intent was recognised.")
