"""How far a person has looked."""

from django.db import models

from .tenant import Tenant, within


class LastLook(Tenant):
    """Projection: the place in the chronicle up to which a principal said "I have seen this".

    `position` is the last event of the page that was seen. An event that was being written then
    may have a lower one: it is new where its transaction is not below `transaction`, the first
    that had not ended.
    """

    append_only = False

    principal = within("provenance.Principal")
    position = models.BigIntegerField()
    transaction = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "last_look"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "principal"], name="one_last_look_per_person"
            ),
        ]
