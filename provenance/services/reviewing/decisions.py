"""Everything that a person needs to decide on one correction: before, after, and whether they may."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Subquery

from provenance.models import Correction, Fact, Observation
from provenance.problems import NotFound, PersonRequired, ReviewerIsProposer
from provenance.services.correcting.correction_shape import (
    acts_on,
    state_of,
)
from provenance.services.correcting.fact_standing import of_correction, standings_of_fact, touched
from provenance.services.correcting.proposal import FACT_MAKING
from provenance.services.correcting.reviewers import covers, decides_own, require_person, targets_of
from provenance.services.reading.corrections import (
    represent_to,
    visible_corrections,
    without_words,
)
from provenance.services.reviewing.effects import Moved, effect_of, if_accepted
from provenance.services.reviewing.visitor import Visitor
from provenance.services.reviewing.weighed import Weighing, weighing_for
from provenance.services.standing.changes import Changes, changes_for
from provenance.services.standing.region import Supposed


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One correction as a person looks at it.

    `makes_fact` is what a fact to come would state; `fact_standing` is where the one that it made
    stands. `hidden` counts what changes, facts too, out of the visitor's sight, `gone` what recall
    would no longer tell. `refusal` says why the visitor may not act, `alone` that they decide their own.
    """

    correction: dict[str, Any]
    state: str
    at: datetime
    decided_at: datetime | None
    reverted_at: datetime | None
    targets: Sequence[Moved]
    bound: Sequence[Moved]
    bound_count: int
    hidden: int
    gone: int
    facts: Sequence[Moved]
    makes_fact: str | None
    fact_standing: str | None
    weighing: Weighing | None
    refusal: str | None
    alone: bool

    @property
    def more(self) -> int:
        """How much of what is bound is not listed."""
        return self.bound_count - len(self.bound)


def sheet_of(visitor: Visitor, *, correction_id: UUID) -> Sheet:
    """The sheet. NotFound alike for what is not there and what the visitor may not see.

    What is proposed is shown as if it were accepted, what is accepted as if it were reverted.
    Writes nothing but reads much: the whole region that would change.
    """
    reader = visitor.reader()
    correction = visible_corrections(reader).filter(id=correction_id).first()
    if correction is None:
        raise NotFound
    decided, reverted = acts_on([correction.id])
    state = state_of(decided.get(correction.id), reverted.get(correction.id))
    targets = reader.as_seen(targets_of(correction))
    decision = decided.get(correction.id)
    changes = _supposed(
        correction, targets, state=state, decided=decision.position if decision else None
    )
    refusal, alone = _may_act(visitor, correction, targets, state=state)
    effect = effect_of(reader, targets, changes)
    told = represent_to(reader, [correction])[0]
    hidden_words = correction.id in without_words(reader, [correction])
    to_come = state == "proposed" and not hidden_words
    makes_fact = _fact_to_come(correction, targets) if to_come else None
    return Sheet(
        correction=told,
        state=state,
        at=correction.at,
        decided_at=decision.at if decision else None,
        reverted_at=reverted[correction.id].at if correction.id in reverted else None,
        targets=effect.targets,
        bound=effect.bound,
        bound_count=effect.bound_count,
        hidden=effect.hidden,
        gone=effect.gone,
        facts=effect.facts,
        makes_fact=makes_fact,
        fact_standing=_standing_of_fact(correction),
        weighing=weighing_for(visitor, told["weighing"]),
        refusal=refusal,
        alone=alone,
    )


def _supposed(
    correction: Correction, targets: Sequence[Observation], *, state: str, decided: int | None
) -> Changes:
    """What the next act would change: acceptance of a proposal, reversal of what was accepted."""
    ids = [target.id for target in targets]
    if state == "proposed":
        return if_accepted(correction.kind, ids)
    if state == "accepted" and decided is not None:
        facts = touched(of_correction(correction.id))
        return changes_for(ids, suppose=Supposed(reverted=frozenset({decided})), facts=facts)
    return Changes(standings=[], facts=[])


def _may_act(
    visitor: Visitor, correction: Correction, targets: Sequence[Observation], *, state: str
) -> tuple[str | None, bool]:
    if state not in ("proposed", "accepted"):
        return None, False
    if not visitor.grants.of("review") or not covers(visitor.grants, targets):
        return "You hold no grant to review all that it is about.", False
    try:
        require_person(visitor.caller)
        own = state == "proposed" and decides_own(
            caller=visitor.caller, proposer=correction.proposer, at=visitor.at
        )
    except PersonRequired:
        return "Only a person decides.", False
    except ReviewerIsProposer:
        return "You proposed this. Another reviewer has to decide it.", False
    return None, own


def _fact_to_come(correction: Correction, targets: Sequence[Observation]) -> str | None:
    """What the new fact would state; None where none is made."""
    if correction.kind not in FACT_MAKING:
        return None
    if correction.statement is not None:
        return correction.statement.text
    said = targets[0].said if targets and correction.kind != "supersede" else None
    return said.text if said else None


def _standing_of_fact(correction: Correction) -> str | None:
    """Where the fact that the correction made stands now; None where it made none."""
    made = Fact.objects.here().filter(of_correction(correction.id))
    now = made.annotate(now=Subquery(standings_of_fact().values("standing")[:1]))
    standing: str | None = now.values_list("now", flat=True).first()
    return standing
