"""How many people stand behind an observation (P5): witnesses are counted, never voices."""

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from provenance.models import FactEvidence
from provenance.models.ids import uuid7
from provenance.models.lineage_edge import DERIVATIONS
from provenance.services.contributing.echo import FEWEST_WORDS
from provenance.services.reading.support_sql import SUPPORT

# Rows of the walk over all the asked observations, and people's turns of one sentence that are
# read. What is cut can only lower a count.
_MOST = 20_000
_MOST_AGREEING = 1_000
# Proofs that two rows are one event; the third basis, the same words, is a repetition.
_ONE_EVENT = ["foreign_reference", "mapping"]


class Support(NamedTuple):
    """What stands behind an observation, counted over the whole workspace."""

    independent: int
    confirmations: int
    listed: int

    def represent(self) -> dict[str, int]:
        """As the contract shows it."""
        return self._asdict()


NONE = Support(0, 0, 0)


def support_of(observation_ids: Collection[UUID]) -> dict[UUID, Support]:
    """The support of each observation, in one query however many. Inside the workspace.

    `independent`: people who said it first-hand, through capture, in what it is, repeats or is
    derived from. `confirmations`: people who said it again after it was shown to their session,
    or adopted it. `listed`: everything else that was found there, weight 0. What is withdrawn or
    erased counts for nobody (docs/decisions/0010).
    """
    return _counted([(one, one) for one in observation_ids])


def support_of_union(observation_ids: Collection[UUID]) -> Support:
    """The support of these observations taken together: each person counts once."""
    together = uuid7()
    return _counted([(together, one) for one in observation_ids]).get(together, NONE)


def support_of_facts(fact_ids: Collection[UUID]) -> dict[UUID, Support]:
    """The support of each fact: that of all its evidence together. Two queries."""
    evidence = FactEvidence.objects.here().filter(fact_id__in=fact_ids)
    pairs = list(evidence.values_list("fact_id", "observation_id"))
    return dict.fromkeys(fact_ids, NONE) | _counted(pairs)


def _counted(pairs: Collection[tuple[UUID, UUID]]) -> dict[UUID, Support]:
    """The support of each first one of the pairs, from all that it is paired with."""
    if not pairs:
        return {}
    asked: dict[str, Any] = {
        "origins": [origin for origin, _ in pairs],
        "starts": [start for _, start in pairs],
        "here": current_workspace(),
        "derivations": list(DERIVATIONS),
        "one_event": _ONE_EVENT,
        "words": FEWEST_WORDS,
        "agreeing": _MOST_AGREEING,
        "most": _MOST,
    }
    found = {origin: Support(*counts) for origin, *counts in fetch(SUPPORT, asked)}
    return dict.fromkeys((origin for origin, _ in pairs), NONE) | found
