"""What a change of standing would move, as far as the person who looks may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from provenance.models import Fact, FactEvidence, Observation
from provenance.services.reading.reader import Reader
from provenance.services.reading.standing_now import standing_of
from provenance.services.standing.changes import Changes, changes_for
from provenance.services.standing.region import Supposed
from provenance.services.standing.rules import EFFECTS, Act

MOST_BOUND = 25
# Of what recall leaves out, these are counted as no longer told.
GONE = ("withdrawn", "corrected", "superseded")
# A decision that is yet to come has a position after all others.
_TO_COME = 2**62


@dataclass(frozen=True, kw_only=True)
class Moved:
    """One observation or fact, and where it stands before and after."""

    before: str
    after: str
    observation: Observation | None = None
    fact: Fact | None = None


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What changes: what it is about, and besides.

    `bound` are the first of `bound_count`; `hidden` counts what changes, facts too, out of the
    reader's sight, `gone` what recall would no longer tell.
    """

    targets: Sequence[Moved]
    bound: Sequence[Moved]
    bound_count: int
    hidden: int
    gone: int
    facts: Sequence[Moved]

    @property
    def more(self) -> int:
        """How much of what is bound is not listed."""
        return self.bound_count - len(self.bound)


def if_accepted(kind: str, observation_ids: Sequence[UUID]) -> Changes:
    """What a correction of this kind would change. Writes nothing. Inside the workspace."""
    if kind not in EFFECTS:
        return Changes(standings=[], facts=[])
    acts = [Act(one, kind, _TO_COME) for one in observation_ids]
    return changes_for(observation_ids, suppose=Supposed(accepted=acts))


def effect_of(reader: Reader, targets: Sequence[Observation], changes: Changes) -> Effect:
    """The changes as the reader may see them; `targets` are read `with_source`."""
    after = {change.observation_id: change.after for change in changes.standings}
    about = {target.id for target in targets}
    beside = {
        change.observation_id: change
        for change in changes.standings
        if change.observation_id not in about
    }
    bound, facts = _bound(reader, beside), _facts(reader, changes)
    return Effect(
        targets=[_target(one, after=after) for one in targets],
        bound=bound[:MOST_BOUND],
        bound_count=len(bound),
        hidden=len(beside) - len(bound) + len(changes.facts) - len(facts),
        gone=sum(change.after in GONE for change in changes.standings),
        facts=facts,
    )


def _target(target: Observation, *, after: dict[UUID, str]) -> Moved:
    before, _ = standing_of(target)
    return Moved(observation=target, before=before, after=after.get(target.id, before))


def _bound(reader: Reader, changes: dict[UUID, Any]) -> list[Moved]:
    """What else changes, as far as the reader sees it, the oldest first."""
    rows = reader.observations().filter(id__in=list(changes)).with_source().order_by("position")
    return [
        Moved(observation=row, before=changes[row.id].before, after=changes[row.id].after)
        for row in reader.as_seen(list(rows))
    ]


def _facts(reader: Reader, changes: Changes) -> list[Moved]:
    """The facts that change, those aside that stand on what the reader may not read."""
    by_id = {change.fact_id: change for change in changes.facts}
    readable = reader.readable().filter(id=OuterRef("observation_id"))
    evidence = FactEvidence.objects.here().filter(fact_id=OuterRef("id"))
    rows = Fact.objects.here().filter(id__in=list(by_id)).select_related("statement")
    rows = rows.filter(~Exists(evidence.filter(~Exists(readable))))
    return [
        Moved(fact=row, before=by_id[row.id].before, after=by_id[row.id].after)
        for row in rows.order_by("position")
    ]
