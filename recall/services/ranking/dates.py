"""The time that a question names, and how far an event's time agrees with it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

# Months and weekdays as questions name them; a name may stand for itself in several languages.
_MONTHS = (
    "january januar janvier enero gennaio janeiro январ 一月",
    "february februar février febrero febbraio fevereiro феврал 二月",
    "march märz mars marzo março март 三月",
    "april avril abril aprile апрел 四月",
    "may mai mayo maggio maio мая 五月",
    "june juni juin junio giugno junho июн 六月",
    "july juli juillet julio luglio julho июл 七月",
    "august août agosto август 八月",
    "september septembre septiembre settembre setembro сентябр 九月",
    "october oktober octobre octubre ottobre outubro октябр 十月",
    "november novembre noviembre novembro ноябр 十一月",
    "december dezember décembre diciembre dicembre dezembro декабр 十二月",
)
_WEEKDAYS = (
    "monday montag lundi lunes lunedì понедельник 周一 星期一",
    "tuesday dienstag mardi martes martedì вторник 周二 星期二",
    "wednesday mittwoch mercredi miércoles mercoledì сред 周三 星期三",
    "thursday donnerstag jeudi jueves giovedì четверг 周四 星期四",
    "friday freitag vendredi viernes venerdì пятниц 周五 星期五",
    "saturday samstag samedi sábado sabato суббот 周六 星期六",
    "sunday sonntag dimanche domingo domenica воскресень 周日 星期日",
)
_MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_WEEKDAY = {name: number for number, names in enumerate(_WEEKDAYS) for name in names.split()}
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})(?:-(\d{1,2}))?\b")
_HAN = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号])?")
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
_WORD = re.compile(r"[一二三四五六七八九十]+月|(?:周|星期)[一二三四五六日]|[^\W\d_]+")
_DAY_BESIDE = (
    r"(?:\b(\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?{0}|{0}\w*\.?,?\s+(\d{{1,2}})\b)"
)
_LAST_DAY = re.compile(r"\blast\s+(" + "|".join(n for n in _WEEKDAY if n.endswith("day")) + r")\b")
_AGO = re.compile(r"\b(\d{1,3}|an?|two|three|four|five|six)\s+(day|week|month|year)s?\s+ago\b")
# Words that name a month only with a capital.
_AMBIGUOUS = re.compile(r"\b(?:may|march|mars|mai|august)\b")
_NUMBERS = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


@dataclass(frozen=True)
class Named:
    """One thing that a question says of a time: a test of a day, and what it tells."""

    holds: Callable[[date], bool]
    weight: float


def named_times(text: str, *, at: datetime) -> list[Named]:
    """What the question says of when; relative words count from `at`, the time of asking."""
    said = _AMBIGUOUS.sub(" ", text).casefold()
    found = [*_calendar(said), *_relative(said, today=at.date())]
    for match in (*_ISO.finditer(said), *_HAN.finditer(said)):
        year, month, day = (int(part) if part else None for part in match.groups())
        found.append(Named(_same(year, month, day), 2.0))
    return found


def agreement(named: list[Named], happened_at: float | None) -> float:
    """How much of what the question says of the time holds of the event, 0–1.

    `happened_at` is in seconds of Unix time; days are those of UTC.
    """
    if not named or happened_at is None:
        return 0.0
    day = (_EPOCH + timedelta(seconds=happened_at)).date()
    holding = sum(one.weight for one in named if one.holds(day))
    return holding / sum(one.weight for one in named)


def _calendar(said: str) -> list[Named]:
    words = list(dict.fromkeys(_WORD.findall(said)))
    found = [Named(_same(int(year), None, None), 1.0) for year in set(_YEAR.findall(said))]
    for word in words:
        if number := _starting(word, _MONTH):
            found.append(Named(_same(None, number, None), 1.0))
            for before, after in re.findall(_DAY_BESIDE.format(re.escape(word)), said):
                found.append(Named(_same(None, number, int(before or after)), 1.0))
        elif (weekday := _starting(word, _WEEKDAY)) is not None:
            found.append(Named(_on(weekday), 1.0))
    return found


def _starting(word: str, names: dict[str, int]) -> int | None:
    """The month or weekday that a word names; Russian ones are known by their stems."""
    if word in names:
        return names[word]
    stems = (name for name in names if name[0] >= "а" and len(name) > 3 and word.startswith(name))  # noqa: PLR2004
    stem = next(stems, None)
    return names[stem] if stem and "а" <= word[0] <= "я" else None


def _relative(said: str, *, today: date) -> list[Named]:
    found = []
    if re.search(r"\byesterday\b|\bgestern\b|\bhier\b|\bayer\b|вчера|昨天|أمس", said):
        found.append(_between(today - timedelta(days=1), today - timedelta(days=1)))
    if re.search(r"\blast week\b|letzte woche|semaine dernière|semana pasada|上周|上星期", said):
        monday = today - timedelta(days=today.weekday() + 7)
        found.append(_between(monday, monday + timedelta(days=6)))
    if re.search(r"\blast month\b|letzten monat|mois dernier|mes pasado|上个月", said):
        end = today.replace(day=1) - timedelta(days=1)
        found.append(_between(end.replace(day=1), end))
    for name in _LAST_DAY.findall(said):
        back = (today.weekday() - _WEEKDAY[name]) % 7 or 7
        found.append(_between(today - timedelta(days=back), today - timedelta(days=back)))
    for count, unit in _AGO.findall(said):
        days = (_NUMBERS.get(count) or int(count)) * _UNIT_DAYS[unit]
        slack = max(1, days // 5)
        there = today - timedelta(days=days)
        found.append(_between(there - timedelta(days=slack), there + timedelta(days=slack)))
    return found


def _between(first: date, last: date) -> Named:
    return Named(lambda day: first <= day <= last, 2.0)


def _on(weekday: int) -> Callable[[date], bool]:
    return lambda day: day.weekday() == weekday


def _same(year: int | None, month: int | None, day: int | None) -> Callable[[date], bool]:
    return lambda other: (
        (year is None or other.year == year)
        and (month is None or other.month == month)
        and (day is None or other.day == day)
    )
