"""Rows of saved questions and their checks, made bare for the tests of the wall."""

from datetime import UTC, datetime
from uuid import UUID

from provenance import models
from provenance.models import Observation, Principal


def saved_things(*, by: Principal, on: Observation, cause: UUID) -> None:
    """One row of each kind. Inside the workspace of `by`."""
    here, at = {"workspace_id": by.workspace_id}, datetime.now(UTC)
    saved = models.SavedQuestion(**here, receipt_id=cause, view=by, by=by, at=at)
    saved.save(force_insert=True)
    # Not due in this age, so that no worker does it.
    later = datetime(3000, 1, 1, tzinfo=UTC)
    for row in (
        models.ExpectedObservation(**here, saved=saved, observation=on),
        models.RetiredQuestion(**here, saved=saved, by=by, at=at),
        models.QuestionCheck(**here, saved=saved, outcome="passed", at=at),
        models.CheckRun(**here, state="done", asked_by=by, asked_at=at, not_before=later),
    ):
        row.save(force_insert=True)
