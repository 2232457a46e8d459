"""Pairs that nobody has decided on, for a person who says what they are."""

from uuid import UUID

from provenance.models import Observation, UnresolvedPair
from provenance.services.reconciling.asked import reached
from provenance.services.reconciling.proposals import (
    MOST,
    PAIR,
    SAME,
    UNRESOLVED,
    Asking,
    Proposal,
    Proposals,
)


def open_pairs(asking: Asking) -> Proposals:
    """The named pairs, or all of possible equivalents, with the verdict that was asked for.

    "Same" is for one voice alone: what two roles said, or what goes by one name with other words,
    are two events whatever a person says. Inside the workspace.
    """
    within = reached(asking.grants).values("id")
    rows = UnresolvedPair.objects.unsettled().filter(observation_id__in=within, other_id__in=within)
    named = asking.asked["pairs"]
    if named is None:
        rows = rows.filter(kind="possible_equivalent")
    else:
        rows = rows.filter(id__in=[UUID(one) for one in named])
    found = list(rows.order_by("id")[: MOST + 1])
    ends = {end for pair in found for end in (pair.observation_id, pair.other_id)}
    roles = dict(Observation.objects.here().filter(id__in=ends).values_list("id", "speaker_role"))
    verdict = asking.asked["verdict"]
    proposals = [_proposal(pair, verdict=verdict, roles=roles) for pair in found[:MOST]]
    counts = {"beyond_this_plan": len(found) - MOST} if len(found) > MOST else {}
    return Proposals(rows=proposals, counts=counts)


def _proposal(pair: UnresolvedPair, *, verdict: str, roles: dict[UUID, str]) -> Proposal:
    disposition, code = verdict, pair.kind
    if verdict == SAME and pair.kind != "possible_equivalent":
        disposition = UNRESOLVED
    elif verdict == SAME and roles[pair.observation_id] != roles[pair.other_id]:
        disposition, code = UNRESOLVED, "other_role"
    return Proposal(
        about=PAIR,
        disposition=disposition,
        code=code,
        observation=pair.observation_id,
        meets=pair.other_id,
        detail={"pair": str(pair.id)},
    )
