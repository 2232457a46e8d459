"""What a principal may give, told before anybody fills in a form."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from provenance.models.grant import CAPABILITIES
from provenance.services.access.giving import administers_all
from provenance.services.access.grants import Grants, LiveGrant

NOT_HELD = "You do not hold it yourself over anything that you administer."
NEVER_CAPTURE = "Only who administers the whole workspace gives capture."


@dataclass(frozen=True, kw_only=True)
class Offerable:
    """How far a capability may be given. With `why_not` it may not be given at all.

    `whole`: over the workspace; else over these principals or producers. `ends_by`: no longer
    than until then; None sets no bound.
    """

    capability: str
    whole: bool = False
    principals: frozenset[UUID] = field(default_factory=frozenset)
    producers: frozenset[UUID] = field(default_factory=frozenset)
    ends_by: datetime | None = None
    why_not: str = ""


def offerable(giver: Grants) -> list[Offerable]:
    """Each capability, as far as a holder of these grants may give it (`require_may_give`)."""
    return [_offer(giver, capability) for capability in CAPABILITIES]


def _offer(giver: Grants, capability: str) -> Offerable:
    administered = giver.of("administer")
    if administers_all(giver):
        whole = [grant for grant in administered if grant.scope == "workspace"]
        return Offerable(capability=capability, whole=True, ends_by=_latest(whole))
    if capability == "capture":
        return Offerable(capability=capability, why_not=NEVER_CAPTURE)
    held = giver.of(capability)
    holds_all = any(grant.scope == "workspace" for grant in held)
    principals, producers = _parts(administered)
    if not holds_all:
        own_principals, own_producers = _parts(held)
        principals, producers = principals & own_principals, producers & own_producers
    if not principals and not producers:
        return Offerable(capability=capability, why_not=NOT_HELD)
    return Offerable(
        capability=capability,
        principals=principals,
        producers=producers,
        ends_by=_latest(administered),
    )


def _parts(grants: list[LiveGrant]) -> tuple[frozenset[UUID], frozenset[UUID]]:
    principals = frozenset[UUID]().union(*(grant.principals for grant in grants))
    producers = frozenset[UUID]().union(*(grant.producers for grant in grants))
    return principals, producers


def _latest(grants: list[LiveGrant]) -> datetime | None:
    """The last end of them; None where one has none."""
    ends = [grant.ends_at for grant in grants]
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None
