"""An import's future time is no place in the order of events: its recording is not its event."""

import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("provenance", "0018_awaited")]

    # PostgreSQL before 17 changes no generated column: it is made anew, with its index.
    operations = [
        migrations.RemoveIndex("Observation", name="observations_recent"),
        migrations.RemoveField("Observation", "ordered_at"),
        migrations.AddField(
            "Observation",
            "ordered_at",
            models.GeneratedField(
                db_persist=True,
                expression=models.Case(
                    models.When(then=None, time_basis="unknown"),
                    models.When(
                        admitted_as="imported",
                        observed_at__gt=models.F("recorded_at"),
                        then=None,
                    ),
                    default=django.db.models.functions.comparison.Least(
                        models.F("observed_at"), models.F("recorded_at")
                    ),
                ),
                output_field=models.DateTimeField(null=True),
            ),
        ),
        migrations.AddIndex(
            "Observation",
            models.Index(
                fields=["workspace", "-ordered_at", "-id"], name="observations_recent"
            ),
        ),
    ]
