"""Records one contributed event: permission → identity → write → receipt → announce."""

from dataclasses import dataclass
from datetime import datetime

from provenance.database.prepared import fetch
from provenance.database.tenancy import workspace
from provenance.models import Observation, Receipt
from provenance.problems import CapabilityRequired, Erased, EventConflict
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, live_grants
from provenance.services.chronicle import record
from provenance.services.contributing.admission import Door, admit, time_basis
from provenance.services.contributing.contribution import Contribution, ProducerClaim
from provenance.services.contributing.digest import VERSION, digest_of
from provenance.services.contributing.echo import recognise
from provenance.services.contributing.erased import erased_words_refused, refuse_the_erased
from provenance.services.contributing.foreign import lock_foreign_name
from provenance.services.contributing.identities import (
    claimed_producer,
    find_event,
    producer_row,
    session_row,
)
from provenance.services.contributing.links import edges_for
from provenance.services.contributing.normal_form import text_sha256, word_count
from provenance.services.contributing.proposes import require_propose
from provenance.services.contributing.recording import write
from provenance.services.receipts import OBSERVE, receipt_of
from provenance.services.screening.judge import Verdict, screen
from provenance.services.screening.labels import is_restricted
from provenance.services.screening.rejections import rejections_kept
from provenance.services.tombstones.awaited import ERASED, awaited_for

_POSITION = "SELECT position FROM observation WHERE workspace_id = %(here)s AND id = %(id)s"


@dataclass(frozen=True)
class Observed:
    """The receipt of an act, and whether the event was here before."""

    receipt: Receipt
    duplicate: bool
    conflict: bool = False


def observe(
    *, caller: Caller, contribution: Contribution, at: datetime, door: Door = Door.OBSERVE
) -> Observed:
    """Records the contribution in one transaction and returns its receipt after the commit (P2).

    The same event again returns the first receipt, `duplicate` set (P3). Raises EventConflict
    where the event is here with other content (the fact of it is stored), Erased where it, what
    it copies or what it would make a fact of was erased, HeldBack where it adopts what is held
    back, CapabilityRequired, ProducerMismatch, InvalidRequest, UnknownReference, and
    PolicyRejected (its receipt is stored, nothing else). `at` is the recording time.
    """
    with (
        rejections_kept(caller=caller, act=OBSERVE, at=at),
        workspace(caller, restricted=is_restricted(contribution.labels)),
    ):
        observed = observe_within(caller=caller, contribution=contribution, at=at, door=door)
    if observed.conflict:
        raise EventConflict
    return observed


def observe_within(
    *,
    caller: Caller,
    contribution: Contribution,
    at: datetime,
    door: Door,
    announced: bool = True,
) -> Observed:
    """As `observe`, inside a transaction that is already open; a conflict is returned, not raised.

    Where it is to be taken back again, nothing is `announced`: no reading is made of it.
    PolicyRejected comes without its receipt: `rejections_kept` stands around the transaction.
    """
    grants = live_grants(caller=caller, at=at)
    grants.require("observe")
    claim = claimed_producer(caller=caller, claim=contribution.producer)
    digest = digest_of(contribution, producer=claim)
    if (earlier := _find(caller, claim, contribution)) is not None:
        return _settle(earlier, caller=caller, digest=digest, at=at)
    # After the look-up, so that a retry survives a change of the rules; before anything is made.
    verdict = screen(
        caller=caller, grants=grants, contribution=contribution, at=at, door=door
    ).require()
    new = _observation(
        caller=caller,
        grants=grants,
        contribution=contribution,
        claim=claim,
        verdict=verdict,
        at=at,
        door=door,
    )
    new.digest = digest
    if (awaited := awaited_for(new)) == ERASED:
        raise Erased
    edges = edges_for(
        caller=caller,
        grants=grants,
        producer_id=new.producer_id,
        session_id=new.session_id,
        event_id=contribution.event_id,
        lane=new.lane,
        links=contribution.lineage,
    )
    require_propose(new, edges=edges, grants=grants)
    echo = recognise(new, edges=edges)
    lock_foreign_name(new)
    # ON CONFLICT DO NOTHING waits for a concurrent writer of the same event; the second
    # statement then sees whose row stands. One statement would answer empty to the losers.
    Observation.objects.all().add([new], skip_existing=True)
    stands = fetch(_POSITION, {"here": caller.workspace_id, "id": new.id})
    if not stands:
        earlier = _find(caller, claim, contribution)
        return _settle(earlier, caller=caller, digest=digest, at=at)
    ((new.position,),) = stands
    with erased_words_refused():
        receipt = write(
            new,
            contribution=contribution,
            edges=edges,
            echo=echo,
            rule=verdict.rule,
            caller=caller,
            at=at,
            announced=announced,
            awaited=awaited,
        )
    return Observed(receipt, duplicate=False)


def _find(caller: Caller, claim: ProducerClaim, contribution: Contribution) -> Observation | None:
    return find_event(
        caller=caller,
        producer=claim,
        session_id=contribution.session_id,
        event_id=contribution.event_id,
    )


def _settle(earlier: Observation | None, *, caller: Caller, digest: str, at: datetime) -> Observed:
    """The event is here: the first receipt for the same digest, else the fact of a conflict.

    Raises Erased where it was erased. None stands for a row in the restricted lane, which an open
    contribution cannot equal.
    """
    if earlier is not None:
        refuse_the_erased(earlier.id)
    if earlier is not None and earlier.digest == digest:
        return Observed(receipt_of(earlier), duplicate=True)
    conflict = Receipt(
        workspace_id=caller.workspace_id,
        act=OBSERVE,
        outcome="conflict",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        observation=earlier,
        at=at,
    )
    Receipt.objects.all().add([conflict])
    record(
        act="conflicted",
        by=caller.principal_id,
        key_id=caller.key_id,
        about="receipt",
        about_id=conflict.id,
        at=at,
    )
    return Observed(conflict, duplicate=False, conflict=True)


def _observation(
    *,
    caller: Caller,
    grants: Grants,
    contribution: Contribution,
    claim: ProducerClaim,
    verdict: Verdict,
    at: datetime,
    door: Door,
) -> Observation:
    """The row to be, with its producer and session made where they are new."""
    c = contribution
    producer = producer_row(claim=claim, at=at)
    if not grants.over("observe", principal_id=caller.principal_id, producer_id=producer.id):
        raise CapabilityRequired("Your observe grants do not reach this producer.")
    session = c.session_id and session_row(
        principal_id=caller.principal_id,
        producer_id=producer.id,
        external_id=c.session_id,
        at=at,
    )
    admission = admit(
        caller=caller, grants=grants, contribution=c, producer_id=producer.id, door=door
    )
    downgraded = c.work_state == "verified" and admission.admitted_as != "host_observed"
    restricted = is_restricted(c.labels)
    return Observation(
        workspace_id=caller.workspace_id,
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        producer=producer,
        session=session or None,
        event_id=c.event_id,
        digest_version=VERSION,
        kind=c.kind,
        speaker_role=c.speaker_role,
        speaker_name=c.speaker_name,
        admitted_as=admission.admitted_as,
        witness_id=admission.witness_id,
        admission="withheld" if restricted and not verdict.rule else verdict.admission,
        lane="restricted" if restricted else "open",
        observed_at=c.observed_at,
        time_basis=time_basis(caller=caller, contribution=c, door=door),
        recorded_at=at,
        valid_from=c.valid_from,
        valid_until=c.valid_until,
        turn_index=c.turn_index,
        part_index=c.part[0] if c.part else None,
        part_of=c.part[1] if c.part else None,
        work_state_claimed=c.work_state,
        work_state="reported" if downgraded else c.work_state,
        labels=sorted(set(c.labels)),
        foreign_system=c.foreign.system if c.foreign else None,
        foreign_session=c.foreign.session if c.foreign else None,
        foreign_id=c.foreign.id if c.foreign else None,
        text_sha256=text_sha256(c.content),
        word_count=word_count(c.content),
        telemetry=claim.telemetry,
    )
