"""Finds and makes the producers and sessions that an event names."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import current_workspace
from provenance.models import Observation, Producer, Session
from provenance.problems import InvalidRequest, ProducerMismatch, field_error
from provenance.services.access.caller import Caller
from provenance.services.contributing.contribution import ProducerClaim


def claimed_producer(*, caller: Caller, claim: ProducerClaim | None) -> ProducerClaim:
    """The producer that the event comes from: as claimed, or the one that the key is bound to.

    Raises ProducerMismatch where a bound key names another, and InvalidRequest where an
    unbound key names none.
    """
    if caller.bound_producer_id is None:
        if claim is None:
            raise InvalidRequest(errors=[field_error(pointer="/producer", code="required")])
        return claim
    bound = Producer.objects.here().get(id=caller.bound_producer_id)
    if claim is None:
        return ProducerClaim(harness=bound.harness, instance=bound.instance)
    if (claim.harness, claim.instance) != (bound.harness, bound.instance):
        raise ProducerMismatch
    return claim


def find_event(
    *, caller: Caller, producer: ProducerClaim, session_id: str | None, event_id: str
) -> Observation | None:
    """The observation of this identity, if it is here."""
    conversation = Q(session=None) if session_id is None else Q(session__external_id=session_id)
    found: Observation | None = (
        Observation.objects.here()
        .filter(conversation, principal_id=caller.principal_id, event_id=event_id)
        .filter(producer__harness=producer.harness, producer__instance=producer.instance)
        .first()
    )
    return found


def producer_row(*, claim: ProducerClaim, at: datetime) -> Producer:
    """The producer's row, made where it is new; safe from many connections at once."""
    named = {"harness": claim.harness, "instance": claim.instance}
    rows = Producer.objects.here().filter(**named)
    row: Producer | None = rows.first()
    if row is None:
        new = Producer(workspace_id=current_workspace(), created_at=at, **named)
        Producer.objects.all().add([new], skip_existing=True)
        return rows.get()
    return row


def session_row(
    *, principal_id: UUID, producer_id: UUID, external_id: str, at: datetime
) -> Session:
    """The session's row, made where it is new; safe from many connections at once."""
    named = {
        "principal_id": principal_id,
        "producer_id": producer_id,
        "external_id": external_id,
    }
    rows = Session.objects.here().filter(**named)
    row: Session | None = rows.first()
    if row is None:
        new = Session(workspace_id=current_workspace(), created_at=at, **named)
        Session.objects.all().add([new], skip_existing=True)
        return rows.get()
    return row
