"""Who may decide: a person, over every target, and not on a proposal of their own (P14)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from provenance.models import (
    Correction,
    CorrectionTarget,
    Grant,
    GrantRevocation,
    Observation,
    Principal,
)
from provenance.problems import CapabilityRequired, NotFound, PersonRequired, ReviewerIsProposer
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants


def require_person(caller: Caller) -> None:
    """Raises PersonRequired for agents and services, and for a key that a model holds.

    A human may hold a key of kind host; one of kind agent is used by a model, whose call is not
    the person's decision.
    """
    if caller.kind != "human" or caller.key_kind == "agent":
        raise PersonRequired


def under_review(*, correction_id: UUID, grants: Grants) -> tuple[Correction, list[Observation]]:
    """The correction and its targets, for one who may decide on all of them.

    Raises NotFound where it is not there or a target is out of sight, and CapabilityRequired
    where one is in sight and outside the review grants.
    """
    found = Correction.objects.here().filter(id=correction_id).select_related("proposer").first()
    if found is None:
        raise NotFound
    targets = targets_of(found)
    may_see = grants.reach("review")
    if may_see and grants.of("recall"):
        recall = grants.reach("recall")
        may_see = may_see | recall if recall else Q()
    ids = [target.id for target in targets]
    if Observation.objects.here().filter(may_see, id__in=ids).count() < len(ids):
        raise NotFound
    if not covers(grants, targets):
        raise CapabilityRequired("Your review grants do not reach every target.")
    return found, targets


def targets_of(correction: Correction) -> list[Observation]:
    """What the correction is about, in its order, with content."""
    return targets_by_correction([correction])[correction.id]


def targets_by_correction(corrections: Sequence[Correction]) -> dict[UUID, list[Observation]]:
    """What each correction is about. Two queries, however many."""
    about: dict[UUID, list[Observation]] = {one.id: [] for one in corrections}
    rows = CorrectionTarget.objects.here().filter(correction_id__in=list(about))
    named = list(rows.order_by("ordinal").values_list("correction_id", "observation_id"))
    ids = [observation_id for _, observation_id in named]
    found = {row.id: row for row in Observation.objects.here().filter(id__in=ids).with_source()}
    for correction_id, observation_id in named:
        if observation_id in found:
            about[correction_id].append(found[observation_id])
    return about


def covers(grants: Grants, targets: Collection[Observation]) -> bool:
    """True where the review grants reach every target."""
    return all(
        grants.over("review", principal_id=one.principal_id, producer_id=one.producer_id)
        for one in targets
    )


def decides_own(*, caller: Caller, proposer: Principal, at: datetime) -> bool:
    """True where the caller decides a proposal of their own, which the only reviewer may.

    Raises ReviewerIsProposer where there are other human reviewers who could.
    """
    if not is_same_person(caller=caller, proposer=proposer):
        return False
    others = human_reviewers(at=at).exclude(id=caller.principal_id)
    if proposer.id != caller.principal_id or others.exists():
        raise ReviewerIsProposer
    return True


def is_same_person(*, caller: Caller, proposer: Principal) -> bool:
    """True for one principal, and for two that share a login."""
    if proposer.id == caller.principal_id:
        return True
    own = Principal.objects.here().filter(id=caller.principal_id, login__isnull=False)
    return own.filter(login_id=proposer.login_id).exists()


def human_reviewers(*, at: datetime) -> QuerySet[Principal]:
    """The people who hold a live grant to review, over whatever."""
    revoked = GrantRevocation.objects.here().filter(grant_id=OuterRef("id"))
    live = Grant.objects.here().filter(
        ~Exists(revoked),
        Q(ends_at=None) | Q(ends_at__gt=at),
        capability="review",
        starts_at__lte=at,
    )
    people: QuerySet[Principal] = Principal.objects.here().filter(kind="human")
    return people.filter(id__in=live.values("principal_id"))
