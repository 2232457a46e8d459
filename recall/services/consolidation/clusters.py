"""Puts statements that say the same beside each other, and those that say otherwise against them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from recall.services.consolidation.material import Statement

# Statements of one meaning in other words share at least a few of them; e5's cosines keep to a
# narrow band, in which those of unrelated statements stay below this.
LEAST_SHARED = 0.5
LEAST_COSINE = 0.92
LEAST_SHARED_WITH_COSINE = 0.2
OWN_WORDS = ("user_primary", "user_adopted")
# A word that stands in more statements than this tells nothing of what they are about.
_COMMON = 200


@dataclass
class Cluster:
    """Statements that agree with the first of them, and those that speak against it."""

    members: list[Statement]
    against: dict[UUID, str] = field(default_factory=dict)

    @property
    def leader(self) -> Statement:
        """The earliest: by it the cluster is known, however many join it."""
        return self.members[0]


def clusters_of(statements: Sequence[Statement]) -> list[Cluster]:
    """The clusters in the order of their leaders. The same statements give the same clusters.

    What is about different subjects, branches or revisions is never put together.
    """
    clusters: list[Cluster] = []
    leading: dict[str, list[Cluster]] = defaultdict(list)
    spread = Counter(term for one in statements for term in one.terms)
    for one in statements:
        near = list(_near(one, leading=leading, spread=spread))
        home = next((found for found in near if _agree(found.leader, one)), None)
        if home is None:
            home = Cluster([one])
            clusters.append(home)
            for term in one.terms:
                leading[term].append(home)
        else:
            home.members.append(one)
    for cluster in clusters:
        for other in _near(cluster.leader, leading=leading, spread=spread):
            if (why := _conflict(cluster.leader, other.leader)) is not None:
                cluster.against |= {one.id: why for one in other.members}
    return clusters


def voices(members: Sequence[Statement], *, backed: Collection[UUID]) -> list[Statement]:
    """Those that may word the statement: people's own words, else what stands on somebody's.

    `backed` are the members behind which a person stands; nothing else is ever among these.
    """
    spoken = [one for one in members if one.id in backed]
    return [one for one in spoken if one.admitted_as in OWN_WORDS] or spoken


def medoid(candidates: Sequence[Statement], *, members: Sequence[Statement]) -> Statement:
    """The candidate nearest to all members, then the earliest."""
    nearness = [sum(_shared(one, other) for other in members) for one in candidates]
    return candidates[nearness.index(max(nearness))]


def _near(
    one: Statement, *, leading: dict[str, list[Cluster]], spread: Counter[str]
) -> Iterator[Cluster]:
    """Clusters about the same subjects whose leader shares a telling word with the statement."""
    seen: set[int] = set()
    for term in sorted(one.terms, key=lambda term: (spread[term], term)):
        if spread[term] > _COMMON:
            return
        for cluster in leading[term]:
            fresh = id(cluster) not in seen and cluster.leader is not one
            if fresh and cluster.leader.about == one.about:
                seen.add(id(cluster))
                yield cluster


def _alike(one: Statement, other: Statement) -> bool:
    shared = _shared(one, other)
    if shared >= LEAST_SHARED:
        return True
    return shared >= LEAST_SHARED_WITH_COSINE and _cosine(one, other) >= LEAST_COSINE


def _agree(one: Statement, other: Statement) -> bool:
    return _alike(one, other) and _difference(one, other) is None


def _conflict(one: Statement, other: Statement) -> str | None:
    """Why two statements cannot both hold, where their words are alike; None where they can."""
    return _difference(one, other) if _alike(one, other) else None


def _difference(one: Statement, other: Statement) -> str | None:
    if one.negated != other.negated:
        return "polarity"
    if one.numbers != other.numbers:
        return "number"
    return None


def _shared(one: Statement, other: Statement) -> float:
    """The words that both have, of all that either has (Jaccard), numbers and negations aside."""
    ours, theirs = one.terms - one.numbers, other.terms - other.numbers
    return len(ours & theirs) / (len(ours | theirs) or 1)


def _cosine(one: Statement, other: Statement) -> float:
    if one.vector is None or other.vector is None:
        return 0.0
    return float(one.vector @ other.vector)
