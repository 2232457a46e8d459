"""Which observations go into a bundle: what the caller may export, and asked for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from provenance.models import Observation
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.access.grants import Grants
from provenance.services.times import instant

EXPORT = "export"


@dataclass(frozen=True, kw_only=True)
class Filters:
    """What is asked for; times are of the events. None asks for everything."""

    since: datetime | None = None
    until: datetime | None = None
    session: str | None = None
    producer: tuple[str, str] | None = None
    kinds: tuple[str, ...] = ()

    def represent(self) -> dict[str, Any]:
        """As a manifest says it; what was not asked is left out."""
        said = {
            "since": instant(self.since),
            "until": instant(self.until),
            "session": self.session,
            "producer": list(self.producer) if self.producer else None,
            "kinds": sorted(self.kinds),
        }
        return {name: value for name, value in said.items() if value}

    def rows(self) -> Q:
        """As a filter of observations."""
        wanted = Q()
        if self.since is not None:
            wanted &= Q(observed_at__gte=self.since)
        if self.until is not None:
            wanted &= Q(observed_at__lt=self.until)
        if self.session is not None:
            wanted &= Q(session__external_id=self.session)
        if self.producer is not None:
            harness, name = self.producer
            wanted &= Q(producer__harness=harness, producer__instance=name)
        return wanted & Q(kind__in=self.kinds) if self.kinds else wanted


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Inside the workspace, the restricted lane open: every row of it is asked for by grants.

    What is held back, or in the restricted lane, goes out only within the caller's review grants.
    """

    grants: Grants
    filters: Filters
    until: int

    def reached(self) -> ObservationQuerySet:
        """What the caller may export, whatever is asked for. CapabilityRequired for nothing."""
        reviewed = self.grants.reach("review") if self.grants.of("review") else None
        rows = Observation.objects.visible_to(self.grants.reach(EXPORT))
        rows = rows.readable(reviewed=reviewed).without_scratch()
        if reviewed is None:
            return rows.filter(lane="open")
        return rows.filter(Q(lane="open") | reviewed) if reviewed else rows

    def rows(self) -> ObservationQuerySet:
        """What goes into the bundle."""
        return self.reached().filter(self.filters.rows(), position__lte=self.until)


def end_of_ledger(grants: Grants, filters: Filters) -> int:
    """The last position of what is asked for; 0 for nothing. Inside the workspace."""
    rows = Selection(grants=grants, filters=filters, until=2**62).rows()
    last: int | None = rows.aggregate(last=Max("position"))["last"]
    return last or 0
