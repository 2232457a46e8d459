"""What a proposal would change, before anybody makes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from provenance.models import Observation
from provenance.problems import CapabilityRequired, NotFound
from provenance.services.reading.corrections import (
    CorrectionFilters,
    corrections_page,
    represent_to,
)
from provenance.services.reading.pages import Turn
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.acts import Act, acts_for
from provenance.services.reviewing.effects import Effect, effect_of, if_accepted
from provenance.services.reviewing.visitor import Visitor

MOST_OPEN = 10


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A proposal to be: what accepting it would change, and what is proposed already."""

    act: Act
    observation: Observation
    effect: Effect
    waiting: Sequence[dict[str, Any]]


def draft_of(visitor: Visitor, *, observation_id: UUID, kind: str) -> Draft:
    """Writes nothing. NotFound alike for what is not there and what the visitor may not see.

    `kind` is one of PROPOSALS. Raises CapabilityRequired without a grant to propose over it.
    """
    reader = visitor.reader()
    rows = reader.observations().with_source().filter(id=observation_id)
    if (observation := rows.first()) is None:
        raise NotFound
    acts = acts_for(visitor, observation)
    if acts.refusal is not None:
        raise CapabilityRequired(acts.refusal)
    (act,) = [one for one in acts.proposals if one.kind == kind]
    reader.as_seen([observation])
    changes = if_accepted(kind, [observation_id])
    return Draft(
        act=act,
        observation=observation,
        effect=effect_of(reader, [observation], changes),
        waiting=_waiting(reader, observation_id),
    )


def _waiting(reader: Reader, observation_id: UUID) -> list[dict[str, Any]]:
    filters = CorrectionFilters(state="proposed", target=observation_id)
    page = corrections_page(reader, filters=filters, turn=Turn(limit=MOST_OPEN))
    return represent_to(reader, page.rows)
