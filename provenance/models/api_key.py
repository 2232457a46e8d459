"""A principal's credential, and its end."""

from django.db import models
from django.db.models import F, Q

from .tenant import Tenant, one_of, within

KEY_KINDS = ("host", "agent")


class ApiKey(Tenant):
    """Only the SHA-256 of the secret is stored. `host` captures a conversation; `agent` is a tool."""

    principal = within("provenance.Principal")
    kind = models.CharField(max_length=5)
    producer = within("provenance.Producer", null=True, blank=True)
    label = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64, unique=True)
    hint = models.CharField(
        max_length=12, help_text="The secret's first characters, to tell keys apart."
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "api_key"
        constraints = [
            one_of("kind", KEY_KINDS, name="key_kind_is_known"),
            models.CheckConstraint(
                condition=Q(expires_at=None) | Q(expires_at__gt=F("created_at")),
                name="key_expires_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hint}… ({self.label})"


class KeyRevocation(Tenant):
    """The end of a key: a row of its own, since keys are only inserted.

    With `ends_at` the key works until then, so that another takes its place without a gap; without,
    it ends at once. Of several the earliest counts.
    """

    key = within("provenance.ApiKey")
    by = within("provenance.Principal")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "key_revocation"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "key", "ends_at"],
                name="one_revocation_per_key_and_end",
                nulls_distinct=False,
            ),
        ]
