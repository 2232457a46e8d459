"""Checks one saved question: asks it as the principal whose view it is, and tells nobody."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import Principal, QuestionCheck
from provenance.problems import Problem
from provenance.services.access.caller import Caller
from provenance.services.contributing.erased import erased_among
from provenance.services.saved.shelf import Saved
from provenance.services.times import instant
from recall.services.asking.parameters import question_of
from recall.services.putting import Course, Put
from recall.services.recall import put

PASSED, BROKEN, ERASED = "passed", "broken", "erased"
# The embedder was not to be had: recall went by words alone.
DEGRADED = "degraded"
# A copy that is told in its stead says the same.
_STANDS = "duplicate"


def check(saved: Saved, *, tenancy: Tenancy, at: datetime) -> QuestionCheck:
    """The outcome, stored with that of the time before. No receipt, no exposure: nobody reads it.

    Passed where each expected observation (or a copy in its stead) is told or, where none is
    expected, nothing is. A question whose words were erased is not asked.
    """
    if saved.text is None:
        return _store(saved, tenancy=tenancy, outcome=ERASED, at=at)
    question = question_of(saved.asked, text=saved.text)
    try:
        course = put(caller=_caller(saved.view), question=question, at=at, how=Put(told=False))
    except Problem as refused:
        return _store(saved, tenancy=tenancy, outcome=BROKEN, code=refused.code, at=at)
    found = _found(saved, course=course, tenancy=tenancy)
    told = len(course.answer["episodic"]) + len(course.answer["facts"])
    passed = all(_is_there(one) for one in found) if found else not told
    outcome = PASSED if passed else BROKEN
    code = DEGRADED if course.answer["index"]["degraded"] else None
    return _store(saved, tenancy=tenancy, outcome=outcome, code=code, found=found, told=told, at=at)


def _caller(view: Principal) -> Caller:
    return Caller(
        workspace_id=view.workspace_id, principal_id=view.id, name=view.name, kind=view.kind
    )


def _found(saved: Saved, *, course: Course, tenancy: Tenancy) -> list[dict[str, Any]]:
    """Of each expected observation its place in the answer, or the reason why it has none."""
    places, left = course.places(), course.left_out()
    lost = [one for one in saved.expected if one not in places and one not in left]
    with workspace(tenancy):
        erased = erased_among(lost)
    return [
        {
            "observation": str(one),
            "place": places.get(one),
            "reason": None if one in places else _reason(one, left=left, erased=erased),
        }
        for one in saved.expected
    ]


def _reason(one: UUID, *, left: Mapping[UUID, Any], erased: set[UUID]) -> str:
    if one in left:
        return str(left[one][0])
    return "erased" if one in erased else "not_found"


def _is_there(one: Mapping[str, Any]) -> bool:
    return one["place"] is not None or one["reason"] == _STANDS


def _store(
    saved: Saved,
    *,
    tenancy: Tenancy,
    outcome: str,
    at: datetime,
    code: str | None = None,
    found: list[dict[str, Any]] | None = None,
    told: int = 0,
) -> QuestionCheck:
    with workspace(tenancy):
        rows = QuestionCheck.objects.here().filter(saved_id=saved.id)
        fresh: dict[str, Any] = {
            "outcome": outcome,
            "code": code,
            "found": found or [],
            "told": told,
            "at": at,
        }
        first = QuestionCheck(workspace_id=tenancy.workspace_id, saved_id=saved.id, **fresh)
        QuestionCheck.objects.all().add([first], skip_existing=True)
        # Of two runs at once the later one stands, and the other is what was before it.
        row: QuestionCheck = rows.select_for_update().get()
        if row.id != first.id:
            before = {"outcome": row.outcome, "at": instant(row.at), "found": row.found}
            rows.update(**fresh, before=before)
            row = rows.get()
        return row
