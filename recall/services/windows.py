"""The stretch of time that a question for what is recent names: today, this week, last month."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Window:
    """From `since` on and before `until`, in event time."""

    since: datetime
    until: datetime


def window_of(text: str, *, at: datetime) -> Window | None:
    """What the question says of when, counted from `at` in its time zone; None where it says
    only that it was lately."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    for words, bounds in _NAMED:
        if words.search(text):
            since, until = bounds(midnight)
            return Window(since, until)
    return None


def _days(first: int, after: int) -> Callable[[datetime], tuple[datetime, datetime]]:
    return lambda day: (day + timedelta(days=first), day + timedelta(days=after))


def _week(number: int) -> Callable[[datetime], tuple[datetime, datetime]]:
    """The week so many after this one, from Monday on."""

    def bounds(day: datetime) -> tuple[datetime, datetime]:
        monday = day - timedelta(days=day.weekday()) + timedelta(weeks=number)
        return monday, monday + timedelta(weeks=1)

    return bounds


def _this_month(day: datetime) -> tuple[datetime, datetime]:
    first = day.replace(day=1)
    return first, (first + timedelta(days=32)).replace(day=1)


def _last_month(day: datetime) -> tuple[datetime, datetime]:
    first = day.replace(day=1)
    return (first - timedelta(days=1)).replace(day=1), first


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NAMED = (
    (
        _words(r"\btoday\b|\bheute\b|aujourd.hui|\bhoy\b|\bсегодня\b|今天|今日|اليوم"),
        _days(0, 1),
    ),
    (
        _words(r"\byesterday\b|\bgestern\b|\bhier\b|\bayer\b|\bвчера\b|昨天|昨日|أمس"),
        _days(-1, 0),
    ),
    (
        _words(
            r"\bthis week\b|\bdiese[rn]? woche\b|\bcette semaine\b|\besta semana\b",
            r"\bна этой неделе\b|这周|本周|这个星期|هذا الأسبوع",
        ),
        _week(0),
    ),
    (
        _words(
            r"\blast week\b|\bletzte[rn]? woche\b|\bsemaine dernière\b|\bsemana pasada\b",
            r"\bна прошлой неделе\b|上周|上个星期|الأسبوع الماضي",
        ),
        _week(-1),
    ),
    (
        _words(
            r"\bthis month\b|\bdiese[mn] monat\b|\bce mois\b|\beste mes\b|\bв этом месяце\b|这个月|本月"
        ),
        _this_month,
    ),
    (
        _words(
            r"\blast month\b|\bletzte[nr] monat\b|\bmois dernier\b|\bmes pasado\b",
            r"\bв прошлом месяце\b|上个月",
        ),
        _last_month,
    ),
    (
        _words(
            r"\b(?:last|past) few days\b|\bletzten tage\b|\bderniers jours\b|\búltimos días\b",
            r"\bпоследние дни\b|最近几天",
        ),
        _days(-3, 1),
    ),
)
