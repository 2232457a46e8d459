"""The themes of one set of observations, made or being made."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from provenance.models.tenant import Tenant, one_of, within

STATES = ("queued", "running", "done", "failed")


class ThemeRun(Tenant):
    """A job and its result, known by what it is made of.

    `members` are `size` ledger positions in ascending order, `made_of` their digest with the embedder's
    label: whoever may recall just these observations asks for this run. `themes` holds positions
    and words of labels, no text. `not_before`: nobody takes it up earlier; a worker moves it on, and
    so holds the run for that long.
    """

    append_only = False

    made_of = models.CharField(max_length=64)
    embedder = models.CharField(max_length=200)
    members = ArrayField(models.BigIntegerField())
    size = models.PositiveIntegerField()
    state = models.CharField(max_length=7, default="queued")
    stage = models.CharField(max_length=20, default="waiting")
    progress = models.FloatField(default=0.0)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()
    asked_by = within("provenance.Principal")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    themes = models.JSONField(null=True)

    class Meta:
        db_table = "theme_run"
        indexes = [
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(state__in=("queued", "running")),
                name="theme_runs_due",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "made_of"], name="one_theme_run_of_what_it_is_made_of"
            ),
            one_of("state", STATES, name="theme_run_state_is_known"),
            models.CheckConstraint(
                condition=models.Q(progress__gte=0, progress__lte=1),
                name="theme_run_progress_is_a_share",
            ),
            models.CheckConstraint(
                condition=models.Q(state="done", themes__isnull=False, done_at__isnull=False)
                | (~models.Q(state="done") & models.Q(themes__isnull=True)),
                name="a_theme_run_that_is_done_has_themes",
            ),
        ]

    def __str__(self) -> str:
        return self.state
