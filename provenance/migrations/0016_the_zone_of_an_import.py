"""The time zone that a person gives for the times of an import that bear none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("provenance", "0015_saved_questions"),
    ]

    operations = [
        migrations.AddField(
            model_name="importplan",
            name="zone",
            field=models.CharField(max_length=64, null=True),
        ),
        migrations.AddField(
            model_name="importupload",
            name="zone",
            field=models.CharField(max_length=64, null=True),
        ),
    ]
