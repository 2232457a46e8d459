"""A file that is being sent, piece by piece; its plan will have the same id."""

from django.db import models

from .tenant import Tenant, one_of, within


class ImportUpload(Tenant):
    """How much of a file of `size` bytes is here. The bytes lie in the imports folder."""

    append_only = False

    principal = within("provenance.Principal")
    key = within("provenance.ApiKey", null=True)
    name = models.CharField(max_length=300)
    format = models.CharField(max_length=40)
    zone = models.CharField(max_length=64, null=True)
    size = models.BigIntegerField()
    received = models.BigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, null=True)
    state = models.CharField(max_length=9, default="uploading")
    code = models.CharField(max_length=100, null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "import_upload"
        constraints = [
            one_of(
                "state", ("uploading", "complete", "cancelled", "failed"), name="upload_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(received__gte=0, received__lte=models.F("size")),
                name="an_upload_is_within_its_size",
            ),
        ]
