"""Which of several things a visitor may decide, and why not the others, in words for a page."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from provenance.models import Correction, Observation, Principal, UnresolvedPair
from provenance.services.correcting.reviewers import covers, human_reviewers
from provenance.services.reconciling.asked import reached
from provenance.services.reviewing.visitor import Visitor

NO_GRANT = "You hold no grant to review all that it is about."
NO_PERSON = "Only a person decides."
OWN = "You proposed this. Another reviewer has to decide it."
NO_RECONCILING = "You hold no grant to reconcile, which an import needs."
NO_SETTLING = "To say whether the two are the same needs a grant to reconcile both of them."


@dataclass(frozen=True, kw_only=True)
class May:
    """Whether the visitor may decide: `refusal` says why not, `alone` that they decide their own."""

    refusal: str | None = None
    alone: bool = False


class Rights:
    """What a visitor may decide, asked of many things: two queries in all. Inside the workspace.

    The same rules as `decide` and `release` hold, which say no for themselves.
    """

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        me = visitor.caller.principal_id
        self._login = Principal.objects.here().filter(id=me).values_list("login_id", flat=True)
        self._login_id = self._login.first()
        self._others = human_reviewers(at=visitor.at).exclude(id=me).exists()

    def over(self, observations: Collection[Observation]) -> May:
        """Over what policy holds back."""
        if not self.visitor.grants.of("review") or not covers(self.visitor.grants, observations):
            return May(refusal=NO_GRANT)
        if self.visitor.caller.kind != "human":
            return May(refusal=NO_PERSON)
        return May()

    def decide(self, correction: Correction, targets: Collection[Observation]) -> May:
        """Over a proposal, read with its proposer."""
        may = self.over(targets)
        if may.refusal or not self._is_own(correction.proposer):
            return may
        if self._others or correction.proposer_id != self.visitor.caller.principal_id:
            return May(refusal=OWN)
        return May(alone=True)

    def _is_own(self, proposer: Principal) -> bool:
        same_login = self._login_id is not None and proposer.login_id == self._login_id
        return proposer.id == self.visitor.caller.principal_id or same_login


def settling(visitor: Visitor, pairs: Collection[UnresolvedPair]) -> dict[UUID, May]:
    """Whether the visitor may plan to settle each pair, by its id: one query at most."""
    within: set[UUID] = set()
    if pairs and visitor.grants.of("reconcile"):
        ends = {end for pair in pairs for end in (pair.observation_id, pair.other_id)}
        within = set(reached(visitor.grants).filter(id__in=ends).values_list("id", flat=True))
    return {
        pair.id: May()
        if {pair.observation_id, pair.other_id} <= within
        else May(refusal=NO_SETTLING)
        for pair in pairs
    }
