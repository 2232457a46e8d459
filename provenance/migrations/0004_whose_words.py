"""Indexes by which echoes are recognised and a sentence's speakers counted."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("provenance", "0003_what_erasure_and_rotation_need")]

    operations = [
        migrations.AddIndex(
            "observation",
            models.Index(
                fields=["workspace", "text_sha256", "position"],
                name="primaries_same_text",
                condition=Q(admitted_as="user_primary"),
            ),
        ),
        migrations.AddIndex(
            "exposure",
            models.Index(
                fields=["workspace", "principal", "at"],
                name="exposures_without_session",
                condition=Q(session=None),
            ),
        ),
    ]
