"""What the form of a grant offers: no more than its visitor may give."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import Principal, Producer
from provenance.services.access.offering import Offerable, offerable
from provenance.services.reviewing.visitor import Visitor

Choice = tuple[UUID, str]


@dataclass(frozen=True, kw_only=True)
class GivingChoices:
    """Ids with their names. `whole`: a grant may reach the workspace. `offers` tells of each
    capability how far it may be given, or why not."""

    offers: Sequence[Offerable]
    recipients: Sequence[Choice]
    principals: Sequence[Choice]
    producers: Sequence[Choice]
    humans: Sequence[Choice]

    @property
    def capabilities(self) -> list[str]:
        """Those that may be given over something."""
        return [one.capability for one in self.offers if not one.why_not]

    @property
    def whole(self) -> bool:
        """True where a grant may reach the whole workspace."""
        return any(one.whole for one in self.offers)


def giving_choices(visitor: Visitor) -> GivingChoices:
    """What the visitor may give, to whom. Inside the workspace; CapabilityRequired without a
    grant to administer."""
    visitor.grants.require("administer")
    offers = offerable(visitor.grants)
    whole = any(one.whole for one in offers)
    people = list(Principal.objects.here().order_by("name"))
    principals = frozenset[UUID]().union(*(one.principals for one in offers))
    producers = frozenset[UUID]().union(*(one.producers for one in offers))
    machines: Any = Producer.objects.here().order_by("harness", "instance")
    return GivingChoices(
        offers=offers,
        recipients=_named(people),
        principals=_named([one for one in people if whole or one.id in principals]),
        producers=_named(machines if whole else machines.filter(id__in=producers)),
        humans=_named([one for one in people if one.kind == "human"]),
    )


def _named(rows: Collection[Any]) -> list[Choice]:
    return [(row.id, str(row)) for row in rows]
