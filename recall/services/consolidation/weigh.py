"""What stands behind a cluster and against it, as a proposal tells those who decide."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import Correction, CorrectionTarget, UnresolvedPair
from provenance.services.reading.support import support_of
from recall.services.consolidation.clusters import OWN_WORDS, Cluster, clusters_of, medoid
from recall.services.consolidation.material import Statement

LEAST_MEMBERS = 2
MOST_MEMBERS = 50
_MOST_AGAINST = 50


@dataclass(frozen=True)
class Weighed:
    """A cluster worth a person's look: its wording so far, and what is known of it."""

    statement: str
    members: list[Statement]
    independent: int
    detail: dict[str, Any]

    @property
    def event_id(self) -> str:
        """The proposal's name. The leader gives it, so that a cluster that grows keeps it."""
        return f"consolidation:{self.members[0].id}"

    @property
    def spoken(self) -> list[str]:
        """What people said of it themselves; where they did not, what stands on their words."""
        own = [one.text for one in self.members if one.admitted_as in OWN_WORDS]
        return own or [one.text for one in self.members]

    @property
    def reason(self) -> str:
        """In words, without repeating what anybody said."""
        against = len(self.detail["counter_evidence"])
        return (
            f"Proposed by consolidation: {len(self.members)} observations say this, "
            f"{self.independent} people stand behind them, {against} speak against it."
        )


def weighed(statements: list[Statement], *, proposer_id: UUID) -> list[Weighed]:
    """The clusters of at least two statements behind which a person stands, not yet proposed.

    What no person said is never proposed, however many agents repeat it. Inside the workspace.
    """
    found = [one for one in clusters_of(statements) if len(one.members) >= LEAST_MEMBERS]
    seen = _proposed(proposer_id)
    fresh = [one for one in found if not seen & {member.id for member in one.members}]
    return [one for one in map(_weigh, fresh) if one.independent > 0]


def _weigh(cluster: Cluster) -> Weighed:
    members = cluster.members[:MOST_MEMBERS]
    ids = [one.id for one in members]
    support = support_of(ids)
    witnesses = {one.witness for one in members if one.admitted_as == "user_primary"}
    # Exact for people who are heard in the cluster itself; those behind what is derived are
    # counted for each member, of which the highest is what is certain.
    independent = max(len(witnesses), *(one.independent for one in support.values()))
    return Weighed(
        statement=medoid(members).text,
        members=members,
        independent=independent,
        detail={
            "by": "consolidation",
            "independent": independent,
            "support": {str(one): support[one].represent() for one in ids},
            "left_out": len(cluster.members) - len(members),
            "counter_evidence": [
                {"observation": str(one), "why": why} for one, why in _against(cluster, ids)
            ],
            "wording": {"by": "medoid", "observation": str(medoid(members).id)},
        },
    )


def _against(cluster: Cluster, ids: list[UUID]) -> list[tuple[UUID, str]]:
    """What speaks against the cluster by its words, and pairs that wait for a person's decision."""
    against = dict(cluster.against)
    pairs = UnresolvedPair.objects.here().filter(kind__in=("contradiction", "foreign_conflict"))
    for pair in pairs.filter(Q(observation_id__in=ids) | Q(other_id__in=ids)).order_by("id"):
        other = pair.other_id if pair.observation_id in ids else pair.observation_id
        if other not in ids:
            against[other] = pair.kind
    return list(against.items())[:_MOST_AGAINST]


def _proposed(proposer_id: UUID) -> set[UUID]:
    """Everything that was ever proposed from, decided or not: nobody is asked twice."""
    corrections = Correction.objects.here().filter(proposer_id=proposer_id, kind="fact")
    targets = CorrectionTarget.objects.here().filter(correction_id__in=corrections.values("id"))
    return set(targets.values_list("observation_id", flat=True))
