"""What a principal may give: never more than it may give away (P13)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from provenance.problems import GrantExceedsGiver
from provenance.services.access.grants import Grants, LiveGrant


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A grant to be: one capability, its scope (neither named: the workspace), and its end."""

    capability: str
    principals: frozenset[UUID] = field(default_factory=frozenset)
    producers: frozenset[UUID] = field(default_factory=frozenset)
    ends_at: datetime | None = None

    @property
    def scope(self) -> str:
        """The kind of scope."""
        return "principals" if self.principals else "producers" if self.producers else "workspace"


def require_may_give(giver: Grants, offer: Offer) -> None:
    """Raises GrantExceedsGiver where a holder of these grants may not give what is offered.

    Who administers the whole workspace may give every capability over all of it, for no longer
    than that lasts. Who administers a part gives over that part, of what it holds there itself,
    and never capture: whose words count as a person's is for the whole workspace to decide.
    """
    if not may_administer(giver, offer):
        raise GrantExceedsGiver("Your administer grants do not cover this scope and period.")
    whole = [grant for grant in giver.of("administer") if grant.scope == "workspace"]
    if _covered(whole, offer):
        return
    if offer.capability == "capture":
        raise GrantExceedsGiver("Only who administers the whole workspace gives capture.")
    if not _covered(giver.of(offer.capability), offer):
        raise GrantExceedsGiver("You do not hold this capability over this scope and period.")


def may_administer(giver: Grants, offer: Offer) -> bool:
    """True where the giver's administer grants cover the offer's scope and period."""
    return _covered(giver.of("administer"), offer)


def may_end(giver: Grants, offer: Offer, *, at: datetime) -> bool:
    """True where the giver's administer grants cover the scope now: an end is given at once, so
    it does not matter how long they last."""
    return may_administer(giver, replace(offer, ends_at=at))


def administers_all(giver: Grants) -> bool:
    """True where the giver administers the whole workspace now."""
    return any(grant.scope == "workspace" for grant in giver.of("administer"))


def require_whole_workspace(giver: Grants) -> None:
    """Raises GrantExceedsGiver where the giver does not administer the whole workspace."""
    if not administers_all(giver):
        raise GrantExceedsGiver("This needs an administer grant over the whole workspace.")


def _covered(held: Sequence[LiveGrant], offer: Offer) -> bool:
    """True where every part of the offer lies within a grant that lasts as long."""
    lasting = [grant for grant in held if _lasts(grant, offer.ends_at)]
    if any(grant.scope == "workspace" for grant in lasting):
        return True
    principals = frozenset[UUID]().union(*(grant.principals for grant in lasting))
    producers = frozenset[UUID]().union(*(grant.producers for grant in lasting))
    if offer.scope == "workspace":
        return False
    return offer.principals <= principals and offer.producers <= producers


def _lasts(grant: LiveGrant, until: datetime | None) -> bool:
    return grant.ends_at is None or (until is not None and until <= grant.ends_at)
