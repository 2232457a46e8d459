"""What the ledger would do with a record: it is tried, looked at, and taken back.

No rule of the ledger is written a second time here, so a plan cannot say one thing and its
application do another (docs/decisions/0023).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from provenance.importers.records import Record
from provenance.models import FactEvidence, Observation, ProvenCopy, UnresolvedPair
from provenance.problems import CapabilityRequired, Erased, PolicyRejected, Problem, Unauthenticated
from provenance.services.access.caller import Caller
from provenance.services.bundles.own import own_observation
from provenance.services.contributing.admission import Door
from provenance.services.contributing.notes import Note
from provenance.services.importing.records import contribution_of, record_digest
from provenance.services.importing.seen import applied_before
from provenance.services.observe import Observed, observe_within
from provenance.services.reading.support import Support, support_of_facts
from provenance.signals import equivalents_sought

_BOUND = {
    Note.WITHDRAWN_EQUIVALENT.code: "withdrawn",
    Note.CORRECTED_EQUIVALENT.code: "corrected",
    Note.SUPERSEDED_EQUIVALENT.code: "superseded",
    Note.UNCERTAIN_ROOTS.code: "uncertain",
}
_COPIES = {Note.SAME_FOREIGN_EVENT.code, Note.ECHO.code}


@dataclass(frozen=True, kw_only=True)
class Tried:
    """What came of one record: `meets` is what it repeats, copies or contradicts."""

    disposition: str
    code: str | None = None
    standing: str = "reported"
    meets: UUID | None = None
    equivalents: int = 0
    future: bool = False
    observation: UUID | None = None


@dataclass(frozen=True)
class Trial:
    """What came of each record, and the support of the facts that they touch, before and after."""

    tried: Sequence[Tried]
    support: dict[UUID, tuple[Support, Support]]


class _TakenBackError(Exception):
    """Ends the savepoint of a trial."""


def try_out(records: Sequence[Record], *, caller: Caller, at: datetime) -> Trial:
    """Contributes the records one after the other and takes all of it back.

    Inside the workspace, in its transaction. Raises CapabilityRequired or Unauthenticated where
    the caller may not contribute at all.
    """
    tried: list[Tried] = []
    after: dict[UUID, Support] = {}
    try:
        with transaction.atomic():
            tried.extend(
                _with_equivalents(admit_one(record, caller=caller, at=at, announced=False))
                for record in records
            )
            after = support_of_facts(_facts_touched(tried))
            raise _TakenBackError
    except _TakenBackError:
        before = support_of_facts(list(after))
    gone = {one.observation for one in tried if one.observation}
    kept = [_within_the_plan(one) if one.meets in gone else one for one in tried]
    return Trial(kept, {fact: (before[fact], after[fact]) for fact in after})


def _within_the_plan(tried: Tried) -> Tried:
    """What it meets was there for the trial alone: an earlier record of the plan."""
    return replace(tried, meets=None, code=tried.code or "in_plan")


def admit_one(record: Record, *, caller: Caller, at: datetime, announced: bool = True) -> Tried:
    """Contributes one record within a savepoint of its own, and says what came of it.

    What comes back in a bundle from where it was carried to is a duplicate. `announced` as in
    `observe_within`. Raises
    CapabilityRequired and Unauthenticated. Inside the workspace.
    """
    if (own := own_observation(record)) is not None:
        return Tried(disposition="duplicate", meets=own)
    try:
        with transaction.atomic():
            observed = observe_within(
                caller=caller,
                contribution=contribution_of(record, caller=caller),
                at=at,
                door=Door.IMPORT,
                announced=announced,
            )
            # Before the savepoint ends: a conflict's receipt is the ledger's, not the plan's.
            return _told(observed, record)
    except (CapabilityRequired, Unauthenticated):
        raise
    except PolicyRejected as refused:
        return Tried(disposition="refused", code=refused.rule)
    except Erased:
        return Tried(disposition="refused", code="erased")
    except Problem as problem:
        return Tried(disposition="invalid", code=problem.code)


def _told(observed: Observed, record: Record) -> Tried:
    one = observed.receipt.observation_id
    if observed.duplicate:
        return Tried(disposition="duplicate", meets=one)
    if observed.conflict or one is None:
        # The same record that was imported before, with other ancestors at hand than now.
        if one and applied_before(one, digest=record_digest(record)):
            return Tried(disposition="duplicate", meets=one)
        return Tried(disposition="conflict", code="event_conflict", meets=one)
    notes = {note["code"] for note in observed.receipt.body.get("notes", [])}
    disposition, code, standing = _judged(notes, rule=observed.receipt.rule)
    return Tried(
        disposition=disposition,
        code=code,
        standing=standing,
        meets=_met(one) if notes else None,
        future=Note.FUTURE_CLOCK.code in notes,
        observation=one,
    )


def _judged(notes: set[str], *, rule: str | None) -> tuple[str, str | None, str]:
    """Disposition, code and standing of what the ledger took, by its receipt."""
    if bound := notes & _BOUND.keys():
        return "bound", min(bound), _BOUND[min(bound)]
    if rule:
        return "held", rule, "reported"
    if Note.FOREIGN_CONFLICT.code in notes:
        return "conflict", Note.FOREIGN_CONFLICT.code, "reported"
    return "copy" if notes & _COPIES else "new", None, "reported"


def _met(one: UUID) -> UUID | None:
    copies = ProvenCopy.objects.live().filter(observation_id=one)
    met: UUID | None = copies.values_list("original_id", flat=True).first()
    if met is None:
        pairs = UnresolvedPair.objects.here().filter(observation_id=one)
        met = pairs.order_by("id").values_list("other_id", flat=True).first()
    return met


def _with_equivalents(tried: Tried) -> Tried:
    """With how many it may be the same as, by its words, that are here already.

    Vectors are made after it is applied: what is alike in meaning alone is found then.
    """
    if tried.observation is None or tried.disposition != "new":
        return tried
    answers = equivalents_sought.send(Observation, observation_id=tried.observation)
    return replace(tried, equivalents=sum(int(count or 0) for _, count in answers))


def _facts_touched(tried: Collection[Tried]) -> list[UUID]:
    """The facts that stand on what the records copy, or are derived from."""
    new = [one.observation for one in tried if one.observation]
    copied = ProvenCopy.objects.live().filter(observation_id__in=new).values("original_id")
    evidence = FactEvidence.objects.here().filter(observation_id__in=copied)
    return list(evidence.values_list("fact_id", flat=True).distinct())
