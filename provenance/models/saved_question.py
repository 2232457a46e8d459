"""Questions that somebody wants answered from what they expect, and whether they are."""

from django.db import models
from django.db.models import Q

from .tenant import Tenant, one_of, within

CHECK_OUTCOMES = ("passed", "broken", "erased")
CHECK_STATES = ("queued", "running", "done", "cancelled")


class SavedQuestion(Tenant):
    """A recall to be asked again, as `view` was told it. `asked` holds codes, numbers and times.

    Its words are those of the recall's receipt (`Question`): what erases them there takes them
    from here too. Nothing expected means that recall is to abstain.
    """

    receipt = within("provenance.Receipt")
    view = within("provenance.Principal")
    by = within("provenance.Principal")
    asked = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "saved_question"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "receipt"], name="a_recall_is_saved_once")
        ]


class ExpectedObservation(Tenant):
    """An observation that the answer to a saved question has to return."""

    saved = within("provenance.SavedQuestion", related="expected")
    observation = within("provenance.Observation")

    class Meta:
        db_table = "expected_observation"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "saved", "observation"], name="expected_once"
            )
        ]


class RetiredQuestion(Tenant):
    """The end of a saved question: a row of its own, since the ledger is only added to."""

    saved = within("provenance.SavedQuestion")
    by = within("provenance.Principal")
    at = models.DateTimeField()

    class Meta:
        db_table = "retired_question"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "saved"], name="a_question_retires_once")
        ]


class QuestionCheck(Tenant):
    """How a saved question was last answered, and how the time `before`. Ids, places and codes.

    `found` has for each expected observation its place in the answer, or why it is not there.
    """

    append_only = False

    saved = within("provenance.SavedQuestion")
    outcome = models.CharField(max_length=10)
    found = models.JSONField(default=list)
    told = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=100, null=True)
    before = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "question_check"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "saved"], name="one_check_per_question"),
            one_of("outcome", CHECK_OUTCOMES, name="check_outcome_is_known"),
        ]


class CheckRun(Tenant):
    """The run of all saved questions of a workspace, of which there is one at a time.

    Questions up to the id `last` are done. A worker moves `not_before` on, and so holds the run
    that long.
    """

    append_only = False

    state = models.CharField(max_length=10, default="queued")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    last = models.UUIDField(null=True)
    asked_by = within("provenance.Principal")
    asked_at = models.DateTimeField()
    not_before = models.DateTimeField()

    class Meta:
        db_table = "check_run"
        indexes = [
            models.Index(
                fields=["workspace", "not_before"],
                condition=Q(state__in=("queued", "running")),
                name="check_runs_due",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["workspace"], name="one_check_run_per_workspace"),
            one_of("state", CHECK_STATES, name="check_run_state_is_known"),
        ]
