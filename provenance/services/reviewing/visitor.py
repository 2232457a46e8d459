"""The person at a page: in which workspace, and by which grants."""

from dataclasses import dataclass
from datetime import datetime

from provenance.services.access.caller import Caller
from provenance.services.access.giving import administers_all
from provenance.services.access.grants import Grants, live_grants
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.entrances import Entrance

# The name under which a browser's session keeps the chosen workspace, for all doors for people.
CHOICE = "workspace"


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """A login within one of its workspaces, at the moment of the request.

    Unlike a `Reader` it may hold no recall grant: an administrator may come for the admin.
    """

    entrance: Entrance
    entrances: list[Entrance]
    grants: Grants
    at: datetime

    @property
    def caller(self) -> Caller:
        """The principal whose grants count."""
        return self.entrance.caller

    @property
    def administers(self) -> bool:
        """True for those who may enter the admin, which shows and gives over the whole workspace."""
        return administers_all(self.grants)

    @property
    def oversees(self) -> bool:
        """True for those who review or administer the whole workspace."""
        reviews = self.grants.of("review") and not self.grants.reach("review")
        return bool(reviews) or self.administers

    def reader(self) -> Reader:
        """The visitor as one who recalls. CapabilityRequired without a recall grant."""
        reach = self.grants.reach("recall")
        return Reader(caller=self.caller, at=self.at, reach=reach, grants=self.grants)


def visitor_in(entrance: Entrance, *, entrances: list[Entrance], at: datetime) -> Visitor:
    """The visitor with the grants that are live at `at`. Inside the workspace of the entrance."""
    grants = live_grants(caller=entrance.caller, at=at)
    return Visitor(entrance=entrance, entrances=entrances, grants=grants, at=at)
