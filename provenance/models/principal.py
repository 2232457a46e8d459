"""Who acts."""

from django.conf import settings
from django.db import models

from .tenant import Tenant, one_of

PRINCIPAL_KINDS = ("human", "agent", "service")


class Principal(Tenant):
    """A human, an agent or a service, in one workspace. A human one is tied to a login."""

    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=8)
    login = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    created_at = models.DateTimeField()

    class Meta:
        db_table = "principal"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "name"], name="principal_name_is_unique"),
            models.UniqueConstraint(
                fields=["workspace", "login"], name="one_principal_per_login_and_workspace"
            ),
            models.CheckConstraint(
                condition=models.Q(login=None) | models.Q(kind="human"),
                name="only_humans_log_in",
            ),
            one_of("kind", PRINCIPAL_KINDS, name="principal_kind_is_known"),
        ]

    def __str__(self) -> str:
        return self.name
