"""Finds and makes the producers and sessions that an event names."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.kept import Kept
from provenance.database.tenancy import current_workspace
from provenance.models import Observation, Producer, Session
from provenance.problems import InvalidRequest, ProducerMismatch, field_error
from provenance.services.access.caller import Caller
from provenance.services.contributing.contribution import ProducerClaim

_PRODUCER = Kept(
    Producer,
    rest="WHERE one.workspace_id = %(here)s AND one.harness = %(harness)s"
    " AND one.instance = %(instance)s",
)
_SESSION = Kept(
    Session,
    rest="WHERE one.workspace_id = %(here)s AND one.principal_id = %(principal_id)s"
    " AND one.producer_id = %(producer_id)s AND one.external_id = %(external_id)s",
)
_EVENT = """
JOIN producer p ON p.workspace_id = one.workspace_id AND p.id = one.producer_id
  AND p.harness = %(harness)s AND p.instance = %(instance)s
{session}
WHERE one.workspace_id = %(here)s AND one.principal_id = %(principal)s AND one.event_id = %(event)s
"""
_OF_A_SESSION = """
JOIN conversation_session s ON s.workspace_id = one.workspace_id AND s.id = one.session_id
  AND s.principal_id = one.principal_id AND s.producer_id = one.producer_id
  AND s.external_id = %(session)s
"""
_EVENT_OF_A_SESSION = Kept(Observation, rest=_EVENT.format(session=_OF_A_SESSION))
_EVENT_OF_NONE = Kept(Observation, rest=_EVENT.format(session="") + " AND one.session_id IS NULL")


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
    named = {
        "principal": caller.principal_id,
        "event": event_id,
        "harness": producer.harness,
        "instance": producer.instance,
    }
    if session_id is None:
        return _EVENT_OF_NONE.first(**named)
    return _EVENT_OF_A_SESSION.first(**named, session=session_id)


def producer_row(*, claim: ProducerClaim, at: datetime) -> Producer:
    """The producer's row, made where it is new; safe from many connections at once."""
    named = {"harness": claim.harness, "instance": claim.instance}
    if (row := _PRODUCER.first(**named)) is None:
        new = Producer(workspace_id=current_workspace(), created_at=at, **named)
        Producer.objects.all().add([new], skip_existing=True)
        return Producer.objects.here().get(**named)
    return row


def session_row(
    *, principal_id: UUID, producer_id: UUID, external_id: str, at: datetime
) -> Session:
    """The session's row, made where it is new; safe from many connections at once."""
    named: dict[str, Any] = {
        "principal_id": principal_id,
        "producer_id": producer_id,
        "external_id": external_id,
    }
    if (row := _SESSION.first(**named)) is None:
        new = Session(workspace_id=current_workspace(), created_at=at, **named)
        Session.objects.all().add([new], skip_existing=True)
        return Session.objects.here().get(**named)
    return row
