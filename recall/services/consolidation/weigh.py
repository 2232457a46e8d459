"""What stands behind a cluster and against it, as a proposal tells those who decide."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import Correction, UnresolvedPair
from provenance.services.correcting.proposal import Proposal
from provenance.services.reading.support import support_of, support_of_union
from recall.services.consolidation.clusters import Cluster, clusters_of, medoid, voices
from recall.services.consolidation.material import Statement
from recall.services.consolidation.wording import MOST_SHOWN

LEAST_MEMBERS = 2
MOST_MEMBERS = 50
_MOST_AGAINST = 50


@dataclass(frozen=True)
class Grounds:
    """What a fact would stand on, and how many people stand behind that."""

    targets: list[Statement]
    people: int


@dataclass(frozen=True)
class Weighed:
    """A cluster worth a person's look: its wording so far, and what is known of it.

    `same` is what says the statement's own words, `spoken` what a model may reword. All other
    members are merely alike, which proves nothing: they are weighed, and no fact stands on them.
    """

    statement: str
    members: list[Statement]
    same: Grounds
    spoken: Grounds
    detail: dict[str, Any]

    def proposal(self) -> Proposal:
        """In the words of the member that is nearest to all others."""
        medoid_id = str(self.same.targets[0].id)
        wording = {"by": "medoid", "observation": medoid_id}
        return self._proposal(self.same, "in these words", self.statement, wording)

    def proposal_worded(self, statement: str, *, model: str) -> Proposal:
        """In a model's words, which rest on what it was shown."""
        wording = {"by": "model", "model": model}
        return self._proposal(self.spoken, "on whose words it rests", statement, wording)

    def _proposal(
        self, grounds: Grounds, how: str, statement: str, wording: dict[str, str]
    ) -> Proposal:
        targets = [one.id for one in grounds.targets]
        alike, against = len(self.members) - len(targets), len(self.detail["counter_evidence"])
        return Proposal(
            kind="fact",
            targets=targets,
            statement=statement,
            # In words, without repeating what anybody said.
            reason=(
                f"Observations: {len(targets)} {how}, {alike} alike, {against} against. "
                f"People behind it: {grounds.people}."
            ),
            # The leader gives the name, so that a cluster that grows keeps it.
            event_id=f"consolidation:{self.members[0].id}",
            detail={**self.detail, "independent": grounds.people, "wording": wording},
        )


def weighed(statements: list[Statement], *, proposer_id: UUID) -> list[Weighed]:
    """The clusters of at least two statements behind which a person stands, not yet proposed.

    What no person said is never proposed, however many agents repeat it. Inside the workspace.
    """
    found = [one for one in clusters_of(statements) if len(one.members) >= LEAST_MEMBERS]
    seen = _weighed_before(proposer_id)
    fresh = [one for one in found if not seen & {member.id for member in one.members}]
    return [one for one in map(_weigh, fresh) if one is not None]


def _weigh(cluster: Cluster) -> Weighed | None:
    members = cluster.members[:MOST_MEMBERS]
    ids = [one.id for one in members]
    support = support_of(ids)
    spoken = voices(members, backed={one for one in ids if support[one].independent})
    if not spoken:
        return None
    chosen = medoid(spoken, members=members)
    return Weighed(
        statement=chosen.text,
        members=members,
        same=_grounds(
            [chosen, *(o for o in members if o.sentence == chosen.sentence and o != chosen)]
        ),
        spoken=_grounds(spoken[:MOST_SHOWN]),
        detail={
            "by": "consolidation",
            "support": {str(one): support[one].represent() for one in ids},
            "left_out": len(cluster.members) - len(members),
            "counter_evidence": [
                {"observation": str(one), "why": why} for one, why in _against(cluster, ids)
            ],
        },
    )


def _grounds(targets: list[Statement]) -> Grounds:
    return Grounds(targets, support_of_union([one.id for one in targets]).independent)


def _against(cluster: Cluster, ids: list[UUID]) -> list[tuple[UUID, str]]:
    """What speaks against the cluster by its words, and pairs that wait for a person's decision."""
    against = dict(cluster.against)
    pairs = UnresolvedPair.objects.unsettled().filter(
        kind__in=("contradiction", "foreign_conflict")
    )
    for pair in pairs.filter(Q(observation_id__in=ids) | Q(other_id__in=ids)).order_by("id"):
        other = pair.other_id if pair.observation_id in ids else pair.observation_id
        if other not in ids:
            against[other] = pair.kind
    return list(against.items())[:_MOST_AGAINST]


def _weighed_before(proposer_id: UUID) -> set[UUID]:
    """Everything that any proposal was weighed from, decided or not: nobody is asked twice."""
    corrections = Correction.objects.here().filter(proposer_id=proposer_id, kind="fact")
    return {
        UUID(one)
        for detail in corrections.values_list("detail", flat=True)
        for one in detail["support"]
    }
