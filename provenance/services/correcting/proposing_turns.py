"""What an event does to earlier ones: mostly it proposes; a person's own turn may act (P11)."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from provenance.models import LineageEdge, Observation
from provenance.models.lineage_edge import PROPOSALS
from provenance.services.access.caller import Caller
from provenance.services.contributing.notes import Note
from provenance.services.contributing.proposes import person_of
from provenance.services.correcting.fact_making import make_fact
from provenance.services.correcting.fact_standing import touched, write_fact_standings
from provenance.services.correcting.grounds import (
    is_held_back,
    refuse_erased_ground,
    refuse_held_ground,
)
from provenance.services.correcting.proposal import Proposal
from provenance.services.correcting.wording import Wording
from provenance.services.decide import ACCEPT, apply, write_decision
from provenance.services.propose import write_proposal
from provenance.services.reading.standing_now import standing_of
from provenance.services.standing.changes import changes_for, one_decision_at_a_time

KIND_OF = {
    "corrects": "correct",
    "supersedes": "supersede",
    "withdraws": "withdraw",
    "adopts": "adopt",
}
# What these make of their sources is a fact.
_FACT_MAKING = ("corrects", "supersedes", "adopts")
_REASON = "Contributed with an observation, which says why."


def act_on_proposals(
    observation: Observation,
    *,
    edges: Sequence[LineageEdge],
    text: str,
    caller: Caller,
    at: datetime,
) -> Iterator[Note]:
    """Turns corrects, supersedes, withdraws and adopts edges into proposals, and says so in notes.

    From a capture host, in the user's role, they are the act of the human whom the host serves:
    what that person said before is changed at once, and what they adopt is a fact. Nothing else
    is applied: imports and agents propose. What is held back or restricted itself proposes
    nothing, since a proposal would show it. Raises HeldBack for adopting what is held back, and
    Erased where a fact would stand on what was erased, so that nothing of the event is stored;
    what a person puts right of held-back words waits, as a proposal that cannot be accepted
    before somebody releases them. In the transaction that records.
    """
    named: dict[str, set[UUID]] = defaultdict(set)
    for edge in edges:
        if edge.relation in PROPOSALS and edge.source_id is not None:
            named[edge.relation].add(edge.source_id)
    if not named:
        return
    one_decision_at_a_time()
    sources = {relation: _read(ids) for relation, ids in named.items()}
    for relation, rows in sources.items():
        if relation in _FACT_MAKING:
            refuse_erased_ground(rows)
        if relation == "adopts" and observation.lane == "open":
            refuse_held_ground(rows)
    if observation.lane != "open" or observation.admission != "admitted":
        return
    person = person_of(observation)
    for relation, rows in sources.items():
        held = relation in _FACT_MAKING and is_held_back(rows)
        if held:
            yield Note.ADOPTION_HELD_BACK
            if person is None:
                continue
        elif person is not None and relation == "adopts" and _all_hold(rows):
            yield _adopt(observation, rows, text=text, person=person, at=at)
            continue
        correction = write_proposal(
            _proposal(observation, relation, rows, text=text),
            targets=rows,
            proposer_id=person or caller.principal_id,
            key_id=caller.key_id,
            observation_id=observation.id,
            at=at,
        )
        acts = relation != "adopts" and not held
        if person is None or not acts or not _all_own(rows, person=person):
            yield Note.PROPOSED
            continue
        write_decision(correction, decision=ACCEPT, by=person, self_decided=True, note="", at=at)
        apply(correction, targets=rows, by=person, cause=None, at=at)
        yield Note.APPLIED


def _read(ids: Collection[UUID]) -> list[Observation]:
    rows = Observation.objects.here().filter(id__in=ids).with_source()
    return list(rows.order_by("position"))


def _proposal(
    observation: Observation, relation: str, sources: Sequence[Observation], *, text: str
) -> Proposal:
    as_it_was_said = relation == "adopts" and len(sources) == 1
    return Proposal(
        kind=KIND_OF[relation],
        targets=[source.id for source in sources],
        reason=_REASON,
        event_id=f"observe:{observation.id}:{relation}",
        statement=None if as_it_was_said or relation == "withdraws" else text,
    )


def _all_own(sources: Sequence[Observation], *, person: UUID) -> bool:
    return all(one.admitted_as == "user_primary" and one.witness_id == person for one in sources)


def _all_hold(sources: Sequence[Observation]) -> bool:
    """What was withdrawn does not become a fact by a turn: that is proposed."""
    return all(standing_of(one)[0] != "withdrawn" for one in sources)


def _adopt(
    observation: Observation,
    sources: Sequence[Observation],
    *,
    text: str,
    person: UUID,
    at: datetime,
) -> Note:
    """The fact says what the one source says; of several, what the person says of them."""
    only = sources[0].said if len(sources) == 1 else None
    fact = make_fact(
        wording=Wording(text=only.text, said_in=sources[0].id)
        if only
        else Wording(text=text, said_in=observation.id),
        evidence=sources,
        decided_by=person,
        adoption_id=observation.id,
        at=at,
    )
    changes = changes_for([], facts=touched(Q(id=fact.id)))
    write_fact_standings(changes.facts, by=person, at=at)
    return Note.CONFIRMED if fact.confirmed else Note.ADOPTED
