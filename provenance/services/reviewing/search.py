"""Finds anything by what a person types: an id, a name, or words. Bounded, and never held back."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import Observation, Principal, Producer, Receipt, Session
from provenance.services.correcting.fact_shape import evidence_of, visible_facts
from provenance.services.reading.corrections import visible_corrections
from provenance.services.reading.reader import Reader
from provenance.services.reading.sessions import represent_sessions
from provenance.services.reviewing.search_words import met_by_words
from provenance.services.reviewing.sources import visible_principals, visible_producers
from provenance.services.reviewing.visitor import Visitor

# So many of the observations that were recorded last are looked through: no index answers words.
LOOKED_THROUGH = 10_000
MOST_OBSERVATIONS, MOST_OTHERS = 20, 10
MOST_WORDS = 8
_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{64})")
_BEFORE, _AFTER = 60, 160


@dataclass(frozen=True, kw_only=True)
class Hit:
    """An observation, and its text around the first word that fits."""

    observation: Observation
    before: str
    word: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Found:
    """What fits, by kind. `older` is where to look on among earlier observations, None at the end."""

    observations: Sequence[Hit]
    sessions: Sequence[dict[str, Any]]
    facts: Sequence[Any]
    principals: Sequence[Principal]
    producers: Sequence[Producer]
    older: int | None
    evidence: Sequence[UUID]

    @property
    def nothing(self) -> bool:
        """True where nothing fits."""
        return not (
            self.observations or self.sessions or self.facts or self.principals or self.producers
        )


@dataclass(frozen=True)
class Place:
    """The page of one thing: the page's name, and the thing's id."""

    page: str
    id: UUID


def place_of(visitor: Visitor, *, asked: str) -> Place | None:
    """The one thing that goes by this id, digest, event id or session id; None for none or several."""
    reader = visitor.reader()
    if (one := _uuid(asked)) is not None and (place := _by_id(visitor, reader, one)):
        return place
    if digest := _DIGEST.fullmatch(asked.lower()):
        found = reader.observations().filter(digest=f"sha256:{digest[1]}")
    else:
        # By author, as the index has it. An event id may hold what screening found.
        authors = Principal.objects.here().values("id")
        receipts = Receipt.objects.here().filter(principal_id__in=authors, event_id=asked)
        ids = receipts.filter(observation__isnull=False).values("observation_id")
        found = reader.readable().filter(id__in=ids, event_id=asked)
    places = [Place("observation", row) for row in found.values_list("id", flat=True)[:2]]
    named = reader.sessions().filter(external_id=asked).values_list("id", flat=True)
    places += [Place("session", row) for row in named[:2]]
    return places[0] if len(places) == 1 else None


def search(visitor: Visitor, *, words: Sequence[str], below: int | None) -> Found:
    """What holds every one of the words, in any case; the newest first.

    Observations and titles are looked for among LOOKED_THROUGH, from the ledger position `below`
    on. Nothing that is held back from the visitor is looked through. A fixed number of queries.
    """
    words = [word for word in words if word][:MOST_WORDS]
    reader = visitor.reader()
    last, older = _window(reader, below)
    rows = reader.readable().filter(position__gte=last)
    if below is not None:
        rows = rows.filter(position__lt=below)
    met = met_by_words(rows, words=words, most=MOST_OBSERVATIONS, most_titles=MOST_OTHERS)
    fitting = reader.readable().filter(id__in=met.observations).with_source()
    said = list(fitting.order_by("-position"))
    if len(said) == MOST_OBSERVATIONS:
        older = said[-1].position
    facts: list[Any] = []
    if below is None:
        stated = visible_facts(reader).filter(_all(words, "statement__text"))
        facts = list(stated.order_by("-position")[:MOST_OTHERS])
    evidence = evidence_of([one.id for one in facts]) if facts else {}
    return Found(
        observations=[_hit(row, words) for row in reader.as_seen(said)],
        sessions=_titled(reader, met.sessions),
        facts=facts,
        principals=_principals(visitor, words) if below is None else [],
        producers=_producers(reader, words) if below is None else [],
        older=older,
        evidence=[one for ids in evidence.values() for one in ids],
    )


def _window(reader: Reader, below: int | None) -> tuple[int, int | None]:
    """The lowest position to look at, and the same again where there are lower ones."""
    rows = reader.observations().order_by("-position")
    if below is not None:
        rows = rows.filter(position__lt=below)
    last = rows.values_list("position", flat=True)[LOOKED_THROUGH - 1 : LOOKED_THROUGH + 1]
    lowest = list(last)
    return (lowest[0] if lowest else 0), (lowest[0] if len(lowest) > 1 else None)


def _titled(reader: Reader, ids: Sequence[UUID]) -> list[dict[str, Any]]:
    found = Session.objects.here().filter(id__in=ids).select_related("principal", "producer")
    by_id = {row.id: row for row in found}
    return represent_sessions([by_id[one] for one in ids], reader=reader)


def _principals(visitor: Visitor, words: Sequence[str]) -> list[Principal]:
    return list(
        visible_principals(visitor).filter(_all(words, "name")).order_by("name")[:MOST_OTHERS]
    )


def _producers(reader: Reader, words: Sequence[str]) -> list[Producer]:
    fits = Q()
    for word in words:
        fits &= Q(harness__icontains=word) | Q(instance__icontains=word)
    rows = visible_producers(reader).filter(fits).order_by("harness", "instance")
    return list(rows[:MOST_OTHERS])


def _all(words: Sequence[str], field: str) -> Q:
    fits = Q()
    for word in words:
        fits &= Q(**{f"{field}__icontains": word})
    return fits


def _hit(row: Observation, words: Sequence[str]) -> Hit:
    text = row.said.text if row.said else ""
    met = re.search(re.escape(words[0]), text, re.IGNORECASE) if words else None
    start, end = met.span() if met else (0, 0)
    begin = max(0, start - _BEFORE)
    return Hit(
        observation=row,
        before=("…" if begin else "") + text[begin:start],
        word=text[start:end],
        after=text[end : end + _AFTER] + ("…" if len(text) > end + _AFTER else ""),
    )


def _by_id(visitor: Visitor, reader: Reader, one: UUID) -> Place | None:
    visible: dict[str, Any] = {
        "observation": reader.observations(),
        "session": reader.sessions(),
        "fact": visible_facts(reader),
        "decision": visible_corrections(reader),
        "principal": visible_principals(visitor),
        "producer": visible_producers(reader),
    }
    for page, rows in visible.items():
        if rows.filter(id=one).exists():
            return Place(page, one)
    return None


def _uuid(asked: str) -> UUID | None:
    try:
        return UUID(asked)
    except ValueError:
        return None
