"""What a principal may do, over what, until when, and who said so."""

from django.db import models
from django.db.models import F, Q

from .tenant import Tenant, one_of, within

CAPABILITIES = (
    "observe",
    "capture",
    "recall",
    "propose",
    "review",
    "reconcile",
    "export",
    "administer",
)

SCOPES = ("workspace", "principals", "producers")


class Grant(Tenant):
    """One capability for one principal over a scope that no caller writes."""

    principal = within("provenance.Principal")
    capability = models.CharField(max_length=10)
    scope = models.CharField(max_length=10, default="workspace")
    serves = within("provenance.Principal", null=True, blank=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    given_by = within("provenance.Principal")
    reason = models.CharField(max_length=500)

    class Meta:
        db_table = "capability_grant"
        indexes = [models.Index(fields=["workspace", "principal"], name="grants_by_principal")]
        constraints = [
            one_of("capability", CAPABILITIES, name="capability_is_known"),
            one_of("scope", SCOPES, name="grant_scope_is_known"),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=F("starts_at")),
                name="grant_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=Q(serves=None) | Q(capability="capture"),
                name="only_capture_serves_a_human",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.capability} over {self.scope}"


class GrantScope(Tenant):
    """One principal or one producer that a grant reaches."""

    grant = within("provenance.Grant")
    principal = within("provenance.Principal", null=True, blank=True)
    producer = within("provenance.Producer", null=True, blank=True)

    class Meta:
        db_table = "grant_scope"
        indexes = [models.Index(fields=["workspace", "grant"], name="scopes_by_grant")]
        constraints = [
            models.CheckConstraint(
                condition=Q(principal=None, producer__isnull=False)
                | Q(producer=None, principal__isnull=False),
                name="scope_names_one_thing",
            ),
        ]


class GrantRevocation(Tenant):
    """The end of a grant: a row of its own, since grants are only inserted."""

    grant = within("provenance.Grant")
    by = within("provenance.Principal")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        db_table = "grant_revocation"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "grant"], name="one_revocation_per_grant"),
        ]
