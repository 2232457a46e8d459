"""Work may also be for the embedder that comes next."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("provenance", "0010_confirmed_facts")]

    operations = [
        migrations.AddField(
            "indexwork", "successor_pending", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AddIndex(
            "indexwork",
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(successor_pending=True),
                name="successors_due",
            ),
        ),
    ]
