"""Finds the themes that somebody waits for: reads, clusters, labels, stores."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import Any

import numpy as np
from django.db import DatabaseError

from provenance.database.tenancy import Tenancy, workspace
from provenance.services.text_language import text_language
from provenance.services.times import instant
from recall.models import ThemeRun
from recall.services.themes.clustering import ClusteringError, cluster
from recall.services.themes.jobs import advance, give_back, take
from recall.services.themes.labels import labels_of
from recall.services.themes.material import Material, read

log = logging.getLogger(__name__)
EXAMPLES = 3
PARTS = 12
# How much of the whole the stages are, roughly, where there are many texts.
_READ, _CLUSTERED = 0.2, 0.9


def find_due(*, tenancy: Tenancy, at: datetime, end: float = float("inf")) -> int:
    """Finds the themes of all runs of the workspace that are due; returns how many are done.

    Begins none after `end` on the monotonic clock. No transaction is open while it computes. A run
    that is cancelled or erased meanwhile leaves nothing; one that fails is taken up again.
    """
    done = 0
    while monotonic() <= end and (run := take(tenancy=tenancy, at=at)) is not None:
        try:
            done += _find(run, tenancy=tenancy)
        except (ClusteringError, DatabaseError, OSError) as error:
            log.warning("Themes could not be found (%s).", type(error).__name__)
            give_back(run.id, tenancy=tenancy, at=_now())
    return done


def _find(run: ThemeRun, *, tenancy: Tenancy) -> bool:
    def go_on(stage: str, progress: float) -> bool:
        return advance(run.id, tenancy=tenancy, stage=stage, progress=progress, at=_now())

    material = read(
        run.members,
        tenancy=tenancy,
        embedder=run.embedder,
        go_on=lambda share: go_on("reading", share * _READ),
    )
    if material is None:
        return _forget(run, tenancy=tenancy)
    found = cluster(material.vectors, go_on=partial(go_on, "clustering", _READ))
    if found is None or not go_on("labelling", _CLUSTERED):
        return False
    with workspace(tenancy):
        language = text_language()
    themes = _themes(run.members, material, found, language=language)
    with workspace(tenancy):
        # By its id alone: what has been erased since has taken the run away, and waits for us or
        # we for it.
        row = ThemeRun.objects.here().filter(id=run.id)
        return bool(
            row.update(state="done", stage="done", progress=1.0, themes=themes, done_at=_now())
        )


def _forget(run: ThemeRun, *, tenancy: Tenancy) -> bool:
    """What it is made of is no more as it was: who asks again begins another."""
    with workspace(tenancy):
        ThemeRun.objects.here().filter(id=run.id).delete()
    return False


def _themes(
    members: Sequence[int], material: Material, found: Any, *, language: str
) -> list[dict[str, Any]]:
    """The largest theme first; of equals the earlier. Ledger positions and labels, no text."""
    groups = [np.flatnonzero(found == number) for number in range(int(found.max()) + 1)]
    groups.sort(key=lambda rows: (-len(rows), rows[0]))
    parts = _parts(material.times)
    labels = labels_of([[material.texts[n] for n in rows] for rows in groups], language=language)
    return [
        {
            "labels": words,
            "turns": len(rows),
            "examples": [members[n] for n in _nearest(rows, material.vectors)],
            **_span([one for n in rows if (one := material.times[n]) is not None]),
            "trend": parts and parts.count([material.times[n] for n in rows]),
        }
        for rows, words in zip(groups, labels, strict=True)
    ]


def _nearest(rows: Any, vectors: Any) -> list[int]:
    """The rows nearest to the middle of their theme; of equals the earlier."""
    nearness = np.round(vectors[rows] @ vectors[rows].mean(axis=0), 6)
    return [int(n) for n in rows[np.argsort(-nearness, kind="stable")][:EXAMPLES]]


@dataclass(frozen=True)
class _Parts:
    """The time from the first turn that was read to the last, in PARTS equal parts."""

    first: datetime
    last: datetime

    def count(self, times: Sequence[datetime | None]) -> dict[str, Any]:
        """How many of these times fall into each part, the earliest part first."""
        length = (self.last - self.first) / PARTS
        turns = [0] * PARTS
        for at in times:
            if at is not None:
                turns[min(PARTS - 1, (at - self.first) // length)] += 1
        return {"first": instant(self.first), "last": instant(self.last), "turns": turns}


def _parts(times: Sequence[datetime | None]) -> _Parts | None:
    """None where no time is between the first and the last."""
    known = [at for at in times if at is not None]
    first, last = (min(known), max(known)) if known else (None, None)
    if first is None or last is None or first == last:
        return None
    return _Parts(first, last)


def _span(times: list[datetime]) -> dict[str, str | None]:
    first, last = (min(times), max(times)) if times else (None, None)
    return {"first": instant(first), "last": instant(last)}


def _now() -> datetime:
    return datetime.now(UTC)
