"""What an observation counts for: decided by the server, never by the caller (P4)."""

from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants
from provenance.services.contributing.contribution import Contribution, LinkClaim


class Door(StrEnum):
    """Where a contribution came in. Capture works at OBSERVE alone."""

    OBSERVE = "observe"
    REMEMBER = "remember"
    IMPORT = "import"
    COMPAT = "compat"


class Admission(NamedTuple):
    """The decision: the class, and for a primary the witness."""

    admitted_as: str
    witness_id: UUID | None = None


def admit(
    *,
    caller: Caller,
    grants: Grants,
    contribution: Contribution,
    producer_id: UUID,
    door: Door,
) -> Admission:
    """The class of DESIGN §2. A primary needs a host key, live capture, and no derivation edge."""
    if door is Door.IMPORT:
        return Admission("imported")
    if any(is_derivation(link) for link in contribution.lineage):
        return Admission("derived")
    role = contribution.speaker_role
    if role == "assistant":
        return Admission("assistant_authored")
    capture = _capture(caller=caller, grants=grants, producer_id=producer_id, door=door)
    if capture is not None and role == "user":
        return Admission("user_primary", capture.serves_id or caller.principal_id)
    if capture is not None and role in ("tool", "system"):
        return Admission("host_observed")
    return Admission("unverified")


def is_derivation(link: LinkClaim) -> bool:
    """True for links that make what bears them derived. `responds_to` is context."""
    return link.relation in DERIVATIONS


def time_basis(*, caller: Caller, contribution: Contribution, door: Door) -> str:
    """How the event time is known. Nothing becomes recent by being imported (P7)."""
    if contribution.observed_at is None:
        return "unknown" if door is Door.IMPORT else "recorded"
    return "host" if caller.key_kind == "host" and door is Door.OBSERVE else "claimed"


def _capture(*, caller: Caller, grants: Grants, producer_id: UUID, door: Door):  # type: ignore[no-untyped-def]
    if door is not Door.OBSERVE or caller.key_kind != "host":
        return None
    return grants.over("capture", principal_id=caller.principal_id, producer_id=producer_id)
