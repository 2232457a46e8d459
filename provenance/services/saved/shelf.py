"""Reads saved questions: those whose view the reader may take, or all of a workspace to check."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from provenance.models import (
    ExpectedObservation,
    Principal,
    Question,
    QuestionCheck,
    RetiredQuestion,
    SavedQuestion,
)
from provenance.services.access.caller import Caller
from provenance.services.access.giving import administers_all
from provenance.services.access.grants import Grants
from provenance.services.reviewing.views import views_open_to


@dataclass(frozen=True, kw_only=True)
class Saved:
    """A saved question. Without `text` its words were erased with something that it is about."""

    id: UUID
    text: str | None
    asked: Mapping[str, Any]
    view: Principal
    by: Principal
    at: datetime
    expected: Sequence[UUID]
    check: QuestionCheck | None


def live_questions() -> QuerySet[SavedQuestion]:
    """Those of the workspace that nobody retired, the oldest first."""
    retired = RetiredQuestion.objects.here().filter(saved_id=OuterRef("id"))
    rows: QuerySet[SavedQuestion] = SavedQuestion.objects.here().filter(~Exists(retired))
    return rows.order_by("id")


def visible_to(*, caller: Caller, grants: Grants, at: datetime) -> QuerySet[SavedQuestion]:
    """The live ones whose view the caller may take: their words and answers are those of that view."""
    if administers_all(grants):
        return live_questions()
    views = views_open_to(caller=caller, grants=grants, at=at)
    return live_questions().filter(view_id__in=[view.id for view in views])


def told(rows: QuerySet[SavedQuestion]) -> list[Saved]:
    """The saved questions with their words, what they expect, and the last check. Four queries."""
    saved = list(rows.select_related("view", "by"))
    ids = [one.id for one in saved]
    receipts = [one.receipt_id for one in saved]
    texts = dict(
        Question.objects.here().filter(receipt_id__in=receipts).values_list("receipt_id", "text")
    )
    expected: dict[UUID, list[UUID]] = defaultdict(list)
    for row in ExpectedObservation.objects.here().filter(saved_id__in=ids).order_by("id"):
        expected[row.saved_id].append(row.observation_id)
    checks = {one.saved_id: one for one in QuestionCheck.objects.here().filter(saved_id__in=ids)}
    return [
        Saved(
            id=one.id,
            text=texts.get(one.receipt_id),
            asked=one.asked,
            view=one.view,
            by=one.by,
            at=one.at,
            expected=expected[one.id],
            check=checks.get(one.id),
        )
        for one in saved
    ]
