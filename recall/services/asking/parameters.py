"""How a question was asked, as codes, numbers and times: for a receipt, and back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from provenance.services.times import instant
from recall.services.question import Question

_TIMES = ("since", "until", "as_of")


def parameters_of(question: Question) -> dict[str, Any]:
    """All but its words and what only explains."""
    return {
        "intent": question.intent,
        "sort": question.sort,
        "kinds": list(question.kinds),
        "limit": question.limit,
        "budget_tokens": question.budget_tokens,
        **{name: instant(getattr(question, name)) for name in _TIMES},
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
        **{name: _moment(parameters[name]) for name in _TIMES},
    )


def _moment(told: str | None) -> datetime | None:
    return None if told is None else datetime.fromisoformat(told)
