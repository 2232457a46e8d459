"""One contributed event: who, what, when, about what, from where. Immutable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.db.models import Case, F, Q, When
from django.db.models.functions import Least

from .lane import LANES
from .observation_queries import ObservationQuerySet
from .position import position_field
from .tenant import Tenant, one_of, within

if TYPE_CHECKING:
    from .content import Content

KINDS = (
    "turn",
    "note",
    "conclusion",
    "preference",
    "decision",
    "lesson",
    "goal",
    "message",
    "document",
    "checkpoint",
    "tool_result",
    "summary",
)
SPEAKER_ROLES = ("user", "assistant", "tool", "system", "unknown")
WORK_STATES = ("planned", "reported", "verified")
ADMITTED_AS = (
    "user_primary",
    "user_adopted",
    "host_observed",
    "assistant_authored",
    "derived",
    "imported",
    "unverified",
)
ADMISSIONS = ("admitted", "withheld", "quarantined")
TIME_BASES = ("host", "claimed", "recorded", "unknown")


class Observation(Tenant):
    """A row of the ledger. What it says is in `Content`; whether it holds is in `StandingEvent`."""

    position = position_field()
    principal = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    producer = within("provenance.Producer")
    session = within("provenance.Session", null=True)
    event_id = models.CharField(max_length=200)
    digest = models.CharField(max_length=71)
    digest_version = models.PositiveSmallIntegerField()

    kind = models.CharField(max_length=12)
    speaker_role = models.CharField(max_length=9)
    speaker_name = models.CharField(max_length=200, null=True)
    admitted_as = models.CharField(max_length=18)
    admission = models.CharField(max_length=11, default="admitted")
    lane = models.CharField(max_length=10, default="open")
    witness = within("provenance.Principal", null=True)

    observed_at = models.DateTimeField(null=True)
    time_basis = models.CharField(max_length=8)
    recorded_at = models.DateTimeField()
    valid_from = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)
    # A future clock is ordered as if it were the recording time; an unknown time has no order, nor
    # has an import's future one: the recording would make it the newest of all (P7).
    ordered_at = models.GeneratedField(
        expression=Case(
            When(time_basis="unknown", then=None),
            When(admitted_as="imported", observed_at__gt=F("recorded_at"), then=None),
            default=Least(F("observed_at"), F("recorded_at")),
        ),
        output_field=models.DateTimeField(null=True),
        db_persist=True,
    )

    turn_index = models.BigIntegerField(null=True)
    part_index = models.PositiveIntegerField(null=True)
    part_of = models.PositiveIntegerField(null=True)
    work_state_claimed = models.CharField(max_length=8, null=True)
    work_state = models.CharField(max_length=8, null=True)
    labels = ArrayField(models.CharField(max_length=100), default=list)
    foreign_system = models.CharField(max_length=100, null=True)
    foreign_session = models.CharField(max_length=200, null=True)
    foreign_id = models.CharField(max_length=300, null=True)

    text_sha256 = models.CharField(max_length=64)
    word_count = models.PositiveIntegerField()
    telemetry = models.JSONField(default=dict)
    after_exposure = models.BooleanField(default=False)

    objects = ObservationQuerySet.as_manager()  # type: ignore[misc] # Django's managers are declared so

    class Meta:
        db_table = "observation"
        indexes = [
            models.Index(fields=["workspace", "-ordered_at", "-id"], name="observations_recent"),
            models.Index(
                fields=["workspace", "session", "turn_index", "position"],
                name="observations_thread",
            ),
            models.Index(fields=["workspace", "text_sha256"], name="observations_same_text"),
            models.Index(
                fields=["workspace", "text_sha256", "position"],
                name="primaries_same_text",
                condition=Q(admitted_as="user_primary"),
            ),
            models.Index(
                fields=["workspace", "foreign_system", "foreign_id"],
                name="observations_foreign",
                condition=Q(foreign_id__isnull=False),
            ),
            models.Index(fields=["workspace", "principal", "position"], name="observations_author"),
            models.Index(
                fields=["workspace", "id"],
                name="observations_quarantined",
                condition=Q(admission="quarantined"),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "principal", "producer", "session", "event_id"],
                name="one_observation_per_event",
                nulls_distinct=False,
            ),
            models.UniqueConstraint(
                fields=["workspace", "id", "position"], name="observation_position_is_its_own"
            ),
            models.UniqueConstraint(
                fields=["workspace", "position"], name="one_observation_per_position"
            ),
            one_of("kind", KINDS, name="observation_kind_is_known"),
            one_of("speaker_role", SPEAKER_ROLES, name="speaker_role_is_known"),
            one_of("admitted_as", ADMITTED_AS, name="admitted_as_is_known"),
            one_of("admission", ADMISSIONS, name="admission_is_known"),
            one_of("time_basis", TIME_BASES, name="time_basis_is_known"),
            one_of("lane", LANES, name="lane_is_known"),
            models.CheckConstraint(
                condition=~Q(admitted_as="imported") | ~Q(time_basis="recorded"),
                name="imported_is_never_timed_by_recording",
            ),
            models.CheckConstraint(
                condition=Q(admitted_as="user_primary", witness__isnull=False)
                | (~Q(admitted_as="user_primary") & Q(witness=None)),
                name="a_primary_has_a_witness",
            ),
            models.CheckConstraint(
                condition=~Q(admitted_as="user_primary") | Q(speaker_role="user"),
                name="only_users_are_primary",
            ),
            models.CheckConstraint(
                condition=~Q(work_state="verified") | Q(admitted_as="host_observed"),
                name="only_hosts_verify_work",
            ),
            models.CheckConstraint(
                condition=Q(part_index=None, part_of=None) | Q(part_index__lt=F("part_of")),
                name="part_index_is_below_part_of",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"

    # True on a row as it is shown to those who may not read what is held back.
    words_hidden = False

    @property
    def said(self) -> Content | None:
        """Its content; None where it has been erased or is hidden from who reads."""
        return None if self.words_hidden else self._content()

    @property
    def erased(self) -> bool:
        """True where its content has been destroyed."""
        return self._content() is None

    def _content(self) -> Content | None:
        try:
            return self.content
        except ObjectDoesNotExist:
            return None
