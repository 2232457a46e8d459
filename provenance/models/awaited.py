"""What a restored copy never had, and must not take for new when it comes again."""

from django.db import models

from .tenant import Tenant, one_of

AWAITED = ("withdrawn", "corrected", "superseded", "erased")


class AwaitedStanding(Tenant):
    """How an observation stood last that came after the backup, by digests alone.

    `former` is the id that it had. `digest` is its contribution's; `name` that of its name in
    another system without the session, `foreign` the same with it, `said` of name, role and text.
    `anywhere`: its name needs no session.
    """

    former = models.UUIDField()
    standing = models.CharField(max_length=10)
    digest = models.CharField(max_length=71)
    foreign = models.CharField(max_length=64, null=True)
    name = models.CharField(max_length=64, null=True)
    said = models.CharField(max_length=64, null=True)
    anywhere = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        db_table = "awaited_standing"
        indexes = [
            models.Index(fields=["workspace", "digest"], name="awaited_by_digest"),
            models.Index(fields=["workspace", "name"], name="awaited_by_name"),
        ]
        constraints = [
            one_of("standing", AWAITED, name="awaited_standing_is_known"),
            models.UniqueConstraint(
                fields=["workspace", "former", "standing"], name="awaited_once"
            ),
        ]
