"""A plan as a readable document: its counts as tables, in an order that people read them in.

Plans of other makers are told too: what is not known here comes last, under its own name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from provenance.services.reviewing.imports import FACTS_TOLD

from .words import DISPOSITION_ORDER, DISPOSITIONS, code_word, place_word, time_note

_COUNTED = (
    ("types", "Record types", "What the source calls them"),
    ("kinds", "Kinds", "What they become here"),
    ("speakers", "Speakers", "Who said it, as the source says"),
    ("admitted_as", "Class", "What they count for here"),
    ("source_statuses", "Status at the source", "What the source itself says of them"),
    ("standings", "Standing proposed", "What they come in with"),
    ("lineage", "Ancestors", "Whether it is known what they came from"),
)
_TOLD = frozenset(
    {"planned_at", "position", "source", "records", "dispositions", "times", "versions"}
    | {"possible_equivalents", "refused", "unresolved", "skipped", "support"}
    | {name for name, _, _ in _COUNTED}
)
_SUPPORT = {"independent": 0, "confirmations": 1, "listed": 2}
_MOST_ROWS = 200


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A table of counts; each row is a name, its count, and what the name means."""

    title: str
    meaning: str = ""
    rows: list[tuple[str, Any, str]]


@dataclass(frozen=True, kw_only=True)
class Placed:
    """What stands somewhere in the source: its code, how often, what that means, first places."""

    code: str
    count: Any
    meaning: str = ""
    places: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Support:
    """The support of one fact, before and after: (name, before, after) of each count."""

    fact: str
    wording: str
    counts: list[tuple[str, Any, Any]]

    @property
    def changes(self) -> bool:
        """True where any count would be another."""
        return any(before != after for _, before, after in self.counts)


@dataclass(frozen=True, kw_only=True)
class Document:
    """The plan's parts; each may be empty."""

    dispositions: list[tuple[str, Any, str]]
    counted: list[Counted]
    times: Counted | None
    refused: list[Placed]
    unresolved: list[Placed]
    skipped: list[Placed]
    support: list[Support]
    more_facts: int
    others: list[Counted]


def document_of(body: Mapping[str, Any], *, wordings: Mapping[str, str]) -> Document:
    """The document of a plan's body; `wordings` are those of facts, by id."""
    support = [one for one in _list(body, "support") if isinstance(one, dict)]
    return Document(
        dispositions=_dispositions(_dict(body, "dispositions")),
        counted=[
            Counted(title=title, meaning=meaning, rows=_rows(_dict(body, name)))
            for name, title, meaning in _COUNTED
            if _dict(body, name)
        ],
        times=_times(_dict(body, "times")),
        refused=_placed(_list(body, "refused")),
        unresolved=_placed(_list(body, "unresolved")),
        skipped=[
            _place({"code": reason, **one})
            for reason, one in _dict(body, "skipped").items()
            if isinstance(one, dict)
        ],
        support=[_support(one, wordings) for one in support[:FACTS_TOLD]],
        more_facts=max(len(support) - FACTS_TOLD, 0),
        others=list(_others(body)),
    )


def _dispositions(counts: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    order = {name: place for place, name in enumerate(DISPOSITION_ORDER)}
    names = sorted(counts, key=lambda name: (order.get(name, len(order)), name))
    return [(name, counts[name], DISPOSITIONS.get(name, "")) for name in names]


def _times(times: Mapping[str, Any]) -> Counted | None:
    if not times:
        return None
    rows = [(name, times[name], "") for name in ("claimed", "unknown") if name in times]
    notes = _dict(times, "notes")
    rows += [(name, count, time_note(name)) for name, count in notes.items()]
    return Counted(title="Times", meaning="None is guessed", rows=rows)


def _placed(rows: list[Any]) -> list[Placed]:
    return [_place(one) for one in rows if isinstance(one, dict)]


def _place(told: Mapping[str, Any]) -> Placed:
    return Placed(
        code=str(told.get("code") or "no code"),
        count=told.get("count", ""),
        meaning=str(told.get("meaning") or told.get("reason") or code_word(told.get("code"))),
        places=[place_word(str(place)) for place in _list(told, "places")],
    )


def _support(told: Mapping[str, Any], wordings: Mapping[str, str]) -> Support:
    before, after = _dict(told, "before"), _dict(told, "after")
    fact = str(told.get("fact", ""))
    return Support(
        fact=fact,
        wording=wordings.get(fact, ""),
        counts=[
            (name, before.get(name), after.get(name))
            for name in sorted(before, key=lambda name: (_SUPPORT.get(name, len(_SUPPORT)), name))
        ],
    )


def _others(body: Mapping[str, Any]) -> Iterator[Counted]:
    for name, value in body.items():
        if name not in _TOLD and value not in (None, "", [], {}):
            yield Counted(title=name.replace("_", " ").capitalize(), rows=_any(value))


def _any(value: Any) -> list[tuple[str, Any, str]]:
    if isinstance(value, dict):
        return [(str(name), _short(one), "") for name, one in list(value.items())[:_MOST_ROWS]]
    if isinstance(value, list):
        return [(str(number), _short(one), "") for number, one in enumerate(value[:_MOST_ROWS], 1)]
    return [("", value, "")]


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_short(one)}" for name, one in value.items())[:1_000]
    if isinstance(value, list):
        return ", ".join(_short(one) for one in value)[:1_000]
    return str(value)


def _rows(counts: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    """The most first; JSON keeps no order of its own."""
    rows = [(str(name), count, "") for name, count in counts.items()]
    return sorted(rows, key=lambda row: (-row[1] if isinstance(row[1], int) else 0, row[0]))


def _dict(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = body.get(name)
    return value if isinstance(value, dict) else {}


def _list(body: Mapping[str, Any], name: str) -> list[Any]:
    value = body.get(name)
    return value if isinstance(value, list) else []
