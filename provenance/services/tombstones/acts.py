"""The ledger's acts as entries of the file: what is to be kept, read by row id."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.models import (
    ChronicleEvent,
    CorrectionDecision,
    CorrectionReversal,
    CorrectionTarget,
    Erasure,
    Observation,
    StandingEvent,
)
from provenance.services.contributing.foreign_names import unique_by_itself
from provenance.services.standing.rules import EFFECTS
from provenance.tombstones.entry import Entry, foreign_digest, name_digest, said_digest

_PAGE = 1_000


@dataclass(frozen=True, kw_only=True)
class Acts:
    """Ids of rows that were written: each table's own."""

    decisions: Collection[UUID] = ()
    reversals: Collection[UUID] = ()
    standings: Collection[UUID] = ()
    erasures: Collection[UUID] = ()


def entries_of(acts: Acts) -> list[Entry]:
    """The entries of these rows, in the order of the ledger. Inside, the restricted lane open."""
    found = [
        *_decisions(acts.decisions),
        *_reversals(acts.reversals),
        *_standings(acts.standings),
        *_erasures(acts.erasures),
    ]
    return sorted(found, key=lambda entry: entry.position)


def all_acts() -> Acts:
    """The ids of all rows that belong into the file. Inside the workspace."""
    return Acts(
        decisions=_ids(_accepted()),
        reversals=_ids(CorrectionReversal.objects.here()),
        standings=_ids(StandingEvent.objects.here()),
        erasures=_ids(Erasure.objects.here()),
    )


def pages_of(acts: Acts) -> Iterator[Acts]:
    """The same ids in portions that a statement can take."""
    for name in ("decisions", "reversals", "standings", "erasures"):
        ids = list(getattr(acts, name))
        for start in range(0, len(ids), _PAGE):
            yield Acts(**{name: ids[start : start + _PAGE]})


def _ids(rows: Any) -> list[UUID]:
    return list(rows.order_by("id").values_list("id", flat=True))


def _accepted() -> Any:
    return CorrectionDecision.objects.here().filter(
        decision="accept", correction__kind__in=list(EFFECTS)
    )


def _decisions(ids: Collection[UUID]) -> Iterator[Entry]:
    rows = list(_accepted().filter(id__in=ids).select_related("correction"))
    targets: dict[UUID, list[dict[str, Any]]] = {row.correction_id: [] for row in rows}
    named = CorrectionTarget.objects.here().filter(correction_id__in=list(targets))
    pairs = list(named.order_by("ordinal").values_list("correction_id", "observation_id"))
    features = _features({one for _, one in pairs})
    for correction, observation in pairs:
        targets[correction].append(features.get(observation, {"observation": str(observation)}))
    for row in rows:
        yield Entry(
            act="decided",
            id=str(row.id),
            position=row.position,
            at=_when(row.at),
            about={
                "correction": str(row.correction_id),
                "kind": row.correction.kind,
                "by": str(row.by_id),
                "proposer": str(row.proposer_id),
                "targets": targets[row.correction_id],
            },
        )


def _reversals(ids: Collection[UUID]) -> Iterator[Entry]:
    for row in CorrectionReversal.objects.here().filter(id__in=ids):
        about = {"correction": str(row.correction_id), "by": str(row.by_id)}
        yield Entry(
            act="reverted", id=str(row.id), position=row.position, at=_when(row.at), about=about
        )


def _standings(ids: Collection[UUID]) -> Iterator[Entry]:
    rows = list(StandingEvent.objects.here().filter(id__in=ids))
    features = _features({row.observation_id for row in rows})
    for row in rows:
        about = {
            **features[row.observation_id],
            "standing": row.standing,
            "admission": row.admission,
            "by": str(row.by_id),
        }
        yield Entry(
            act="stood", id=str(row.id), position=row.position, at=_when(row.at), about=about
        )


def _erasures(ids: Collection[UUID]) -> Iterator[Entry]:
    rows = list(Erasure.objects.here().filter(id__in=ids))
    about = {row.observation_id for row in rows}
    features = _features(about)
    told = ChronicleEvent.objects.here().filter(act="erased", about_id__in=about)
    # An erasure that is gone through again adds no event; the first has its position.
    order = told.order_by("-position").values_list("about_id", "position")
    positions: dict[UUID, int] = dict(order)
    for row in rows:
        yield Entry(
            act="erased",
            id=str(row.id),
            position=positions.get(row.observation_id, 0),
            at=_when(row.at),
            about={**features[row.observation_id], "by": str(row.by_id)},
        )


def _features(observations: Collection[UUID]) -> dict[UUID, dict[str, Any]]:
    rows = Observation.objects.here().filter(id__in=observations)
    return {row.id: {"observation": str(row.id), **features_of(row)} for row in rows}


def features_of(row: Observation) -> dict[str, Any]:
    """By what the same event is known when it comes again: digests, without a word of it."""
    foreign = foreign_digest(row.foreign_system, row.foreign_session, row.foreign_id)
    if foreign is None:
        return {"digest": row.digest, "foreign": None}
    name = name_digest(row.foreign_system, row.foreign_id, row.part_index)
    return {
        "digest": row.digest,
        "foreign": foreign,
        "name": name,
        "said": said_digest(name, role=row.speaker_role, text_sha256=row.text_sha256),
        "anywhere": row.foreign_session is None or unique_by_itself(row.foreign_id),
    }


def _when(at: datetime) -> str:
    return at.isoformat()
