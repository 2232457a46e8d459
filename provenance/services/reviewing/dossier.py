"""Everything that the ledger knows about one observation, for the page that shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import Erasure, Exposure, Observation, StandingEvent, Subject
from provenance.problems import NotFound
from provenance.services.reading.reader import Reader
from provenance.services.reading.standing_now import standing_of
from provenance.services.reading.support import Support, support_of
from provenance.services.receipts import receipt_of, represent
from provenance.services.reviewing.beside import Beside, beside_of

MOST_EXPOSURES = 50


@dataclass(frozen=True, kw_only=True)
class Dossier:
    """One observation and what stands beside it. Times are aware; `exposures` newest first."""

    observation: Observation
    standing: str
    admission: str
    subjects: Sequence[Subject]
    standings: Sequence[StandingEvent]
    erasure: Erasure | None
    receipt: dict[str, Any]
    support: Support
    beside: Beside
    exposures: Sequence[Exposure]


def dossier_of(reader: Reader, *, observation_id: UUID) -> Dossier:
    """The dossier. NotFound alike for what is not there and what the reader may not see.

    A fixed number of queries; the exposures are the last MOST_EXPOSURES.
    """
    rows = reader.observations().with_source().select_related("witness")
    if (observation := rows.filter(id=observation_id).first()) is None:
        raise NotFound
    reader.as_seen([observation])
    standing, admission = standing_of(observation)
    standings = StandingEvent.objects.here().filter(observation_id=observation_id)
    subjects = Subject.objects.here().filter(observation_id=observation_id)
    return Dossier(
        observation=observation,
        standing=standing,
        admission=admission,
        subjects=[] if observation.words_hidden else list(subjects.order_by("ordinal")),
        standings=list(standings.select_related("by").order_by("position")),
        erasure=Erasure.objects.here()
        .filter(observation_id=observation_id)
        .select_related("by")
        .first(),
        receipt=represent(receipt_of(observation)),
        support=support_of([observation_id])[observation_id],
        beside=beside_of(reader, observation_id=observation_id),
        exposures=_exposures(observation),
    )


def _exposures(observation: Observation) -> list[Exposure]:
    rows = (
        Exposure.objects.here()
        .filter(observations__contains=[observation.id], at__gte=observation.recorded_at)
        .select_related("principal")
    )
    return list(rows.order_by("-at", "-id")[:MOST_EXPOSURES])
