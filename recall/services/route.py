"""Chooses the readings that serve a question, and says why."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from recall.services.intents import rule_for
from recall.services.question import Question
from recall.services.terms import STOP_WORDS, query_terms, stem
from recall.services.windows import Window, window_of

_RECENT = re.compile(
    r"\b(recent(ly)?|latest|lately|last (conversations?|messages?|turns?|exchanges?|few days|week)"
    r"|this week|this month|last month|past few days|today|yesterday|kürzlich|neulich|zuletzt|heute"
    r"|gestern|diese[rn]? woche|letzte[rn]? woche|récemment|dernièrement|hier|cette semaine"
    r"|semaine dernière|recientemente|ayer|esta semana|semana pasada|недавно|последн\w+|сегодня|вчера"
    r"|на этой неделе|на прошлой неделе)\b|aujourd.hui|最近|近日|今天|昨天|这周|本周|上周|مؤخرا|اليوم|أمس",
    re.IGNORECASE,
)


# Where a question names its lateness besides its topic, newer evidence weighs more.
RECENT_WEIGHT = 0.2
_KINDS = {
    "preference": ("preference", "decision"),
    "goal": ("goal",),
    "message": ("message",),
}
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
    window: Window | None = None
    # Meaning has no say, and no embedding is computed.
    by_words_alone: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of observation that serve the intent best."""
        return _KINDS.get(self.intent, ())

    @property
    def in_order_of_events(self) -> bool:
        """True where the best are told from the earliest to the latest."""
        return self.intent == "arc"


def route(question: Question, *, at: datetime) -> Route:
    """The route of a question that is asked at `at`. An intent that the caller names is obeyed.

    What is recent is looked for within the `window` of event time that the question names.
    """
    found = _route(question)
    if found.intent != "recent" or not question.text:
        return found
    return replace(found, window=window_of(question.text, at=at))


def _route(question: Question) -> Route:
    residents = ("facts", "episodes")
    if question.intent is not None:
        return Route(
            question.intent,
            residents,
            "index",
            "The caller named the intent.",
            by_words_alone=question.intent == "exact",
        )
    if not question.text:
        return Route("recent", residents, "snapshot", "There is no query: newest events first.")
    rule = rule_for(question.text)
    if not _RECENT.search(question.text):
        reason = rule.reason if rule else "No narrower intent was recognised."
        return Route(rule.intent if rule else "semantic", residents, "index", reason)
    if _topic(question.text):
        return Route(
            rule.intent if rule else "semantic",
            residents,
            "index",
            "The question names a topic and asks for the newer: recency weighs more.",
            RECENT_WEIGHT,
        )
    return Route("recent", residents, "snapshot", "The question asks for what is recent.")


def _topic(text: str) -> list[str]:
    """What the question is about besides lateness and talk."""
    return [term for term in query_terms(_RECENT.sub(" ", text)) if term not in _TALK]
