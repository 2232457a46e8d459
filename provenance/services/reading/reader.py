"""The one way to read the ledger: open the workspace, ask the grants, see what they reach."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from provenance.database.tenancy import workspace
from provenance.models import Observation, Session
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.exposures import record_exposure


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A caller inside its workspace, and the observations that its recall grants reach."""

    caller: Caller
    at: datetime
    reach: Q

    def observations(self) -> ObservationQuerySet:
        """Those that the caller may see."""
        return Observation.objects.visible_to(self.reach)

    def sessions(self) -> QuerySet[Session]:
        """Those in which the caller may see something.

        Grants reach by principal and producer, which a session shares with all that is in it.
        """
        visible = self.observations().filter(session_id=OuterRef("id"))
        sessions: QuerySet[Session] = Session.objects.here()
        return sessions.filter(self.reach).filter(Exists(visible))

    def was_shown(self, observation_ids: Collection[UUID], *, door: str) -> None:
        """Records the exposure of what the answer returns."""
        record_exposure(caller=self.caller, observation_ids=observation_ids, door=door, at=self.at)


@contextmanager
def reading(*, caller: Caller, at: datetime) -> Iterator[Reader]:
    """Opens the transaction of one reading act.

    Raises CapabilityRequired where the caller has no live recall grant at `at`, and
    Unauthenticated where its key has ended since.
    """
    with workspace(caller):
        reach = live_grants(caller=caller, at=at).reach("recall")
        yield Reader(caller=caller, at=at, reach=reach)
