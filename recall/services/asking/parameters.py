"""How a question was asked, as codes, numbers and times: for a receipt, and back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from provenance.services.times import instant
from recall.services.question import Question


def parameters_of(question: Question) -> dict[str, Any]:
    """All but its words and what only explains."""
    return {
        "intent": question.intent,
        "sort": question.sort,
        "kinds": list(question.kinds),
        "limit": question.limit,
        "budget_tokens": question.budget_tokens,
        "since": instant(question.since),
        "until": instant(question.until),
        "as_of": instant(question.as_of),
    }


def question_of(parameters: Mapping[str, Any], *, text: str) -> Question:
    """The question that was asked so, in these words."""
    return Question(
        query=text,
        intent=parameters["intent"],
        sort=parameters["sort"],
        kinds=tuple(parameters["kinds"]),
        limit=parameters["limit"],
        budget_tokens=parameters["budget_tokens"],
        since=_moment(parameters["since"]),
        until=_moment(parameters["until"]),
        as_of=_moment(parameters["as_of"]),
    )


def _moment(told: str | None) -> datetime | None:
    return None if told is None else datetime.fromisoformat(told)
