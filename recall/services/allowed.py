"""The observations that a question may be answered from: grants first, then what it asks for."""

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import current_workspace
from provenance.models import Observation, Subject
from provenance.services.access.grants import Grants
from recall.services.question import Question


def allowed_by(grants: Grants, *, question: Question) -> Any:
    """The queryset that every search takes. Raises CapabilityRequired without a recall grant.

    It is refined, never read itself: the same one serves all questions that may be answered from
    the same rows, so that it is made and compiled once for many.
    """
    which = Question(
        session=question.session,
        exclude_session=question.exclude_session,
        kinds=tuple(question.kinds),
        since=question.since,
        until=question.until,
        as_of=question.as_of,
        subjects=tuple(question.subjects),
    )
    return _rows(current_workspace(), grants.reach("recall"), which)


@lru_cache(maxsize=256)
def _rows(workspace_id: UUID, reach: Q, question: Question) -> Any:
    """Of this workspace, which is the open one: another's querysets are others."""
    rows = Observation.objects.all().visible_to(reach).not_erased()
    if question.session is not None:
        rows = rows.filter(session__external_id=question.session)
    else:
        rows = rows.without_scratch()
    if question.exclude_session is not None:
        elsewhere = Q(session=None) | ~Q(session__external_id=question.exclude_session)
        rows = rows.filter(elsewhere)
    if question.kinds:
        rows = rows.filter(kind__in=question.kinds)
    if question.since is not None:
        rows = rows.filter(ordered_at__gte=question.since)
    if question.until is not None:
        rows = rows.filter(ordered_at__lt=question.until)
    if question.as_of is not None:
        rows = rows.filter(recorded_at__lte=question.as_of)
    if question.subjects:
        rows = rows.filter(id__in=_about(question))
    return rows


def _about(question: Question) -> Any:
    named = Q()
    for subject in question.subjects:
        named |= Q(kind=subject.kind, key=subject.key)
    return Subject.objects.here().filter(named).values("observation_id")
