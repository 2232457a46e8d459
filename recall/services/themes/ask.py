"""What was talked about in a window: the themes that are found, or how far their finding is."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from provenance.models import Observation
from provenance.problems import Unavailable
from provenance.services.access.caller import Caller
from provenance.services.reading.reader import Reader, reading
from provenance.services.reading.representation import represent_observations
from provenance.services.times import instant
from recall.models import ThemeRun
from recall.services.pending import waiting
from recall.services.themes.clusters import FEWEST
from recall.services.themes.jobs import UNFINISHED, begin
from recall.services.themes.members import MOST, Members, members_of, talked
from recall.services.vocabulary import hold

EXAMPLE_CHARACTERS = 400
# Themes of nearly all of the turns are told until those of all are found.
_LEAST_SHARE = 0.9
_LOOKED_AT = 3
# After so long a run that failed is begun anew.
_FAILED_FOR = timedelta(minutes=10)


@dataclass(frozen=True)
class Themes:
    """`body`: the answer, or where it is not `found` yet, how far it is."""

    body: dict[str, Any]
    found: bool


def themes(
    *,
    caller: Caller,
    since: datetime | None,
    until: datetime | None,
    limit: int,
    at: datetime,
) -> Themes:
    """The themes of what the caller may recall of the window of event time [since, until).

    They are made of just that: a run is known by its members, so that nobody is told what is made of
    more than they may see. Examples are shown, and recorded as exposed. Raises CapabilityRequired
    without a recall grant, TooManyRequests where too much is under way already, Unavailable where
    the finding failed.
    """
    with reading(caller=caller, at=at) as reader:
        return themes_to(reader, since=since, until=until, limit=limit)


def themes_to(
    reader: Reader, *, since: datetime | None, until: datetime | None, limit: int
) -> Themes:
    """As `themes`, inside a transaction that is already open."""
    rows = talked(reader.grants, since=since, until=until)
    members = members_of(rows)
    window = {"since": instant(since), "until": instant(until), "authority": "none"}
    if len(members.positions) < 2 * FEWEST:
        none = ThemeRun(embedder=members.embedder, size=len(members.positions), themes=[])
        return Themes({**window, **_told(none, members, rows, reader, limit)}, found=True)
    run = _of(members)
    if run is None or _is_to_begin_again(run, at=reader.at):
        # An erasure that is under way ends first, or takes the run away too (`begin`).
        hold()
        members = members_of(rows)
        run = begin(members, caller=reader.caller, at=reader.at)
    told = run if run.state == "done" else _nearly(members)
    if told is None:
        return Themes({**window, **_progress(run)}, found=False)
    return Themes({**window, **_told(told, members, rows, reader, limit)}, found=True)


def _of(members: Members) -> ThemeRun | None:
    runs = ThemeRun.objects.here().filter(made_of=members.made_of)
    found: ThemeRun | None = runs.defer("members").first()
    return found


def _is_to_begin_again(run: ThemeRun, *, at: datetime) -> bool:
    """Raises Unavailable where it failed a moment ago."""
    if run.state != "failed":
        return False
    if run.asked_at > at - _FAILED_FOR:
        raise Unavailable("The themes of this window could not be found.", retry_after=600)
    run.delete()
    return True


def _nearly(members: Members) -> ThemeRun | None:
    """The newest run of nearly all of these members, and of nothing else."""
    size = len(members.positions)
    runs = ThemeRun.objects.here().filter(
        state="done",
        embedder=members.embedder,
        size__gte=_LEAST_SHARE * size,
        size__lte=size,
    )
    ours = set(members.positions)
    for run in runs.order_by("-done_at")[:_LOOKED_AT]:
        if ours.issuperset(run.members):
            found: ThemeRun = run
            return found
    return None


def _progress(run: ThemeRun) -> dict[str, Any]:
    return {
        "id": str(run.id),
        "state": run.state if run.state in UNFINISHED else "queued",
        "stage": run.stage,
        "progress": round(run.progress, 2),
        "turns": run.size,
        "asked_at": instant(run.asked_at),
    }


def _told(run: ThemeRun, members: Members, rows: Any, reader: Reader, limit: int) -> dict[str, Any]:
    found = run.themes or []
    clustered = sum(one["turns"] for one in found)
    return {
        "id": str(run.id) if run.done_at else None,
        "state": "done",
        "found_at": instant(run.done_at),
        "embedder": run.embedder or None,
        "turns": {
            "read": run.size,
            "in_themes": clustered,
            "unthemed": run.size - clustered,
            "newer": len(members.positions) - run.size,
            "older": members.older,
            "most": MOST,
            "pending_embedding": waiting(rows),
        },
        "themes": _shown(found[:limit], reader=reader),
        "more": max(0, len(found) - limit),
    }


def _shown(found: list[dict[str, Any]], *, reader: Reader) -> list[dict[str, Any]]:
    """With examples as every answer shows an observation, their texts cut."""
    wanted = {position for one in found for position in one["examples"]}
    rows = list(Observation.objects.here().filter(position__in=wanted).with_source())
    items = represent_observations(rows, reader=reader)
    reader.was_shown([row.id for row in rows], door="themes")
    by_position = {row.position: _cut(item) for row, item in zip(rows, items, strict=True)}
    return [
        {
            "labels": one["labels"],
            "turns": one["turns"],
            "span": {"first": one["first"], "last": one["last"]},
            "trend": one.get("trend"),
            "examples": [by_position[position] for position in one["examples"]],
        }
        for one in found
    ]


def _cut(item: dict[str, Any]) -> dict[str, Any]:
    text = item["content"]
    if len(text) <= EXAMPLE_CHARACTERS:
        return item
    return {**item, "content": text[:EXAMPLE_CHARACTERS], "truncated": True}
