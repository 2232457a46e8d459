"""What a window was about: its themes, with example turns and how often they came up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from provenance.problems import TooManyRequests, Unavailable
from provenance.review.visiting import VisitorRequest, reads
from provenance.review.window import after, beginning_of, day_from
from recall.services.themes.ask import Themes, themes_to

MOST = 30
USUAL_DAYS = 30
_BAR, _TALL = 10, 28


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part of a trend: when it begins, its turns, and its bar in user units of a pixel."""

    begins: datetime
    turns: int
    x: int
    y: int
    height: int


@reads
def themes_page(request: VisitorRequest) -> HttpResponse:
    """The themes of a window, or how far their finding is. Nothing is begun before it is asked for."""
    since, until = day_from(request, "since"), day_from(request, "until")
    today = request.visitor.at.date()
    context: dict[str, Any] = {
        "since": since or (None if "since" in request.GET else today - timedelta(days=USUAL_DAYS)),
        "until": until,
        "asked": "since" in request.GET,
        "backwards": since is not None and until is not None and until < since,
    }
    reader = request.visitor.reader()
    if context["asked"] and not context["backwards"]:
        try:
            answer = themes_to(
                reader,
                since=beginning_of(since) if since else None,
                until=after(until) if until else None,
                limit=MOST,
            )
        except (TooManyRequests, Unavailable) as refused:
            context["refusal"] = str(refused.detail)
        else:
            context |= _told(answer)
    return render(request, "review/themes.html", context)


def _told(answer: Themes) -> dict[str, Any]:
    if not answer.found:
        return {"progress": answer.body, "percent": round(100 * answer.body["progress"])}
    return {"found": answer.body, "themes": [_drawn(one) for one in answer.body["themes"]]}


def _drawn(theme: dict[str, Any]) -> dict[str, Any]:
    span = {name: _moment(at) for name, at in theme["span"].items()}
    trend = theme["trend"]
    return {**theme, "span": span, "parts": _parts(trend) if trend else []}


def _parts(trend: dict[str, Any]) -> list[Part]:
    first, last = datetime.fromisoformat(trend["first"]), datetime.fromisoformat(trend["last"])
    turns: list[int] = trend["turns"]
    length = (last - first) / len(turns)
    most = max(*turns, 1)
    heights = [-(-_TALL * count // most) for count in turns]
    return [
        Part(
            begins=first + number * length,
            turns=count,
            x=number * _BAR + 1,
            y=_TALL - height,
            height=height,
        )
        for number, (count, height) in enumerate(zip(turns, heights, strict=True))
    ]


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None
