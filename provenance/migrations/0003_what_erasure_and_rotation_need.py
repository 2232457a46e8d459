"""Keys that end later, lineage whose digest can be recomputed, and the one way to destroy words."""

from django.db import migrations, models

from provenance.database.erasing import erasing_statements
from provenance.database.key_ends import PRINCIPAL_FOR_KEY


class Migration(migrations.Migration):
    dependencies = [("provenance", "0002_the_wall")]

    operations = [
        migrations.RemoveConstraint(model_name="keyrevocation", name="one_revocation_per_key"),
        migrations.AddField(
            model_name="keyrevocation", name="ends_at", field=models.DateTimeField(null=True)
        ),
        migrations.AddConstraint(
            model_name="keyrevocation",
            constraint=models.UniqueConstraint(
                fields=("workspace", "key", "ends_at"),
                name="one_revocation_per_key_and_end",
                nulls_distinct=False,
            ),
        ),
        migrations.AddField(
            model_name="lineageedge",
            name="by_event",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="lineageedge",
            name="ordinal",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunSQL([PRINCIPAL_FOR_KEY, *erasing_statements()], migrations.RunSQL.noop),
    ]
