"""Makes a plan: each proposal is tried, a few at a time, and what came of it is written down."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from provenance.database.tenancy import workspace
from provenance.models import ImportItem, Observation
from provenance.models.ids import uuid7
from provenance.problems import Erased
from provenance.services.access.grants import live_grants
from provenance.services.importing.ending import write_act
from provenance.services.importing.jobs import Held
from provenance.services.reconciling.asked import (
    NAMESPACES,
    PAIRS,
    PRODUCERS,
    SESSIONS,
    STANDING,
    TIMES,
)
from provenance.services.reconciling.effects import (
    ALREADY,
    Effect,
    NotKeptError,
    put_into_effect,
    standings_of,
)
from provenance.services.reconciling.open_pairs import open_pairs
from provenance.services.reconciling.proposals import (
    DISTINCT,
    PAIR,
    REPAIR,
    SAME,
    UNRESOLVED,
    Asking,
    Proposal,
    Proposals,
)
from provenance.services.reconciling.stored_standings import stored_standings
from provenance.services.reconciling.summary import summary_of
from provenance.services.reconciling.two_names import events_of_two_names
from provenance.services.reconciling.unknown_times import unknown_times
from provenance.services.standing.changes import arrivals_wait

# Proposals that are tried in one transaction: arrivals do not wait for them, decisions do.
CHUNK = 25
_KINDS: Mapping[str, Callable[[Asking], Proposals]] = {
    PRODUCERS: events_of_two_names,
    SESSIONS: events_of_two_names,
    NAMESPACES: events_of_two_names,
    PAIRS: open_pairs,
    STANDING: stored_standings,
    TIMES: unknown_times,
}


def plan_on(held: Held, *, clock: Callable[[], datetime]) -> Iterator[tuple[int, int]]:
    """Goes on planning to the end; yields (done, total) as it goes.

    What is planned already is passed over, so it goes on where it was although the ledger grew.
    Raises HoldLost, CapabilityRequired, Unauthenticated.
    """
    with workspace(held.caller, restricted=True):
        grants = live_grants(caller=held.caller, at=clock())
        grants.require("reconcile")
        propose = _KINDS[held.plan.asked["kind"]]
        found = propose(Asking(plan=held.plan, grants=grants))
        planned = ImportItem.objects.here().filter(plan_id=held.plan.id)
        seen = {
            (one, other, detail.get("pair"))
            for one, other, detail in planned.values_list("observation_id", "meets_id", "detail")
        }
        fresh = [row for row in found.rows if row.key not in seen]
        total = max(held.run.done + len(fresh), 1)
        held.advance(at=clock(), total=total, tally={**held.run.tally, "counts": found.counts})
    for start in range(0, len(fresh), CHUNK):
        yield _plan_chunk(fresh[start : start + CHUNK], held=held, at=clock()), total
    at = clock()
    with workspace(held.caller):
        body = summary_of(held.plan, tally=held.run.tally, at=at)
        write_act(held, act="planned", body=body, at=at)
        held.advance(at=at, state="planned", total=held.run.done)
        held.run.state = "planned"


def _plan_chunk(chunk: Sequence[Proposal], *, held: Held, at: datetime) -> int:
    with workspace(held.caller, restricted=True):
        live_grants(caller=held.caller, at=at).require("reconcile")
        arrivals_wait()
        ids = [row.observation for row in chunk]
        about = {row.id: row for row in Observation.objects.here().filter(id__in=ids)}
        items, tally = [], held.run.tally
        for ordinal, proposal in enumerate(chunk, start=held.run.done):
            item, effect = _tried(
                proposal, about[proposal.observation], ordinal=ordinal, held=held, at=at
            )
            items.append(item)
            tally = _counted(tally, effect)
        ImportItem.objects.all().add(items)
        done = held.run.done + len(chunk)
        held.advance(at=at, done=done, tally=tally)
        return done


def _tried(
    proposal: Proposal, about: Observation, *, ordinal: int, held: Held, at: datetime
) -> tuple[ImportItem, Effect]:
    """The item as it will be kept, and what came of the trial."""
    verdict = {"verdict": held.plan.asked["verdict"]} if proposal.about == PAIR else {}
    ends = [one for one in (proposal.observation, proposal.meets) if one is not None]
    stood = {"stood": list(standings_of(ends))}
    named: dict[str, Any] = {"id": uuid7(), "plan": held.plan, "ordinal": ordinal}
    row = _item(proposal, about, **named, detail={**proposal.detail, **verdict})
    effect = Effect(standings=standings_of(ends))
    if proposal.disposition in (SAME, REPAIR) or (verdict and proposal.disposition == DISTINCT):
        effect = _trial(row, by=held.caller.principal_id, at=at)
    disposition, code = proposal.disposition, proposal.code
    if effect.code is not None:
        disposition = "duplicate" if effect.code == ALREADY else UNRESOLVED
        code = effect.code
    elif disposition == SAME and _two_voices(proposal):
        code = "other_witness"
    detail = {**row.detail, **stood, **_told(effect)}
    kept = _item(proposal, about, **named, detail=detail)
    kept.disposition, kept.code = disposition, code
    kept.standing = effect.standings[0] if effect.standings else stood["stood"][0]
    return kept, effect


def _trial(item: ImportItem, *, by: UUID, at: datetime) -> Effect:
    """Puts it into effect and takes that back: no rule is written a second time."""
    effect = Effect(code="erased")
    try:
        with transaction.atomic():
            ImportItem.objects.all().add([item])
            effect = put_into_effect(item, by=by, at=at)
            raise NotKeptError
    except (NotKeptError, Erased):
        return effect


def _item(proposal: Proposal, about: Observation, **more: Any) -> ImportItem:
    return ImportItem(
        workspace_id=about.workspace_id,
        file="",
        line=0,
        source_type=proposal.about,
        kind=about.kind,
        speaker_role=about.speaker_role,
        status="current",
        time_known=about.ordered_at is not None,
        disposition=proposal.disposition,
        code=proposal.code,
        meets_id=proposal.meets,
        observation_id=proposal.observation,
        **more,
    )


def _two_voices(proposal: Proposal) -> bool:
    """True where the ledger has two people for what is said to be one event."""
    ends = [one for one in (proposal.observation, proposal.meets) if one is not None]
    witnesses = Observation.objects.here().filter(id__in=ends, witness__isnull=False)
    return len(set(witnesses.values_list("witness_id", flat=True))) > 1


def _told(effect: Effect) -> dict[str, Any]:
    """The effect as the item tells it: numbers, codes and ids."""
    if effect.code is not None:
        return {}
    return {
        "stands": list(effect.standings),
        "changed": effect.changed,
        "falling": effect.falling,
        "facts": [
            {"fact": str(one.fact_id), "before": one.before, "after": one.after}
            for one in effect.facts
        ],
        "support": [
            {"observation": str(one), "before": then.represent(), "after": now.represent()}
            for one, (then, now) in effect.support.items()
        ],
    }


def _counted(tally: dict[str, Any], effect: Effect) -> dict[str, Any]:
    """The support of facts before all and after all: each item adds what it alone would add."""
    support = dict(tally.get("support", {}))
    if effect.code is None:
        for fact, (then, now) in effect.support_of_facts.items():
            first, last = support.get(str(fact), (list(then), list(then)))
            sums = [b + (y - x) for b, x, y in zip(last, then, now, strict=True)]
            support[str(fact)] = (first, sums)
    moved = Counter(tally.get("moved", {}))
    moved.update(changed=effect.changed, falling=effect.falling)
    return {**tally, "support": support, "moved": dict(moved)}
