"""The one way to read the ledger: open the workspace, ask the grants, see what they reach."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from provenance.database.tenancy import workspace
from provenance.models import Observation, Session
from provenance.models.observation_queries import ObservationQuerySet
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants, live_grants
from provenance.services.exposures import record_exposure
from provenance.services.reading.hidden_words import hide_words
from provenance.services.reading.standing_now import standing_of

Rows = TypeVar("Rows", bound=Sequence[Observation])


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A caller inside its workspace, and the observations that its recall grants reach.

    What screening holds back is known to exist to whom it is visible, and read only within
    `grants` to review.
    """

    caller: Caller
    at: datetime
    reach: Q
    grants: Grants = field(default_factory=lambda: Grants([]))

    def observations(self) -> ObservationQuerySet:
        """Those that the caller may see."""
        return Observation.objects.visible_to(self.reach)

    def readable(self) -> ObservationQuerySet:
        """Those whose words the caller may see: the only ones to search or to name things by."""
        reviewed = self.grants.reach("review") if self.grants.of("review") else None
        return self.observations().readable(reviewed=reviewed)

    def sessions(self) -> QuerySet[Session]:
        """Those in which the caller may read something: a session has its name from its events.

        Grants reach by principal and producer, which a session shares with all that is in it.
        """
        readable = self.readable().filter(session_id=OuterRef("id"))
        sessions: QuerySet[Session] = Session.objects.here()
        return sessions.filter(self.reach).filter(Exists(readable))

    def as_seen(self, rows: Rows) -> Rows:
        """The rows (read `with_source`), the words of those blanked that the caller may not read."""
        for row in rows:
            if standing_of(row)[1] != "admitted" and not self._reviews(row):
                hide_words(row)
        return rows

    def shown(self, rows: Rows, *, door: str) -> Rows:
        """The rows `as_seen`, for an answer; the exposure of those that it tells is recorded."""
        seen = self.as_seen(rows)
        self.was_shown([row.id for row in seen if not row.words_hidden], door=door)
        return seen

    def _reviews(self, row: Observation) -> bool:
        held = self.grants.over(
            "review", principal_id=row.principal_id, producer_id=row.producer_id
        )
        return held is not None

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
        grants = live_grants(caller=caller, at=at)
        yield Reader(caller=caller, at=at, reach=grants.reach("recall"), grants=grants)
