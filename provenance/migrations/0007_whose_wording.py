"""A wording knows in which observation it was said, and goes with it."""

import django.db.models.deletion
from django.db import migrations, models

from provenance.database.erasing import wording_statements
from provenance.database.walled import WallKeys


class Migration(migrations.Migration):
    dependencies = [("provenance", "0006_no_fact_on_the_held_back")]

    operations = [
        migrations.AddField(
            "statement",
            "said_in",
            models.ForeignKey(
                null=True,
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="provenance.observation",
            ),
        ),
        migrations.AddIndex(
            "statement",
            models.Index(
                fields=["workspace", "said_in"],
                name="wordings_of_a_thing",
                condition=models.Q(said_in__isnull=False),
            ),
        ),
        WallKeys("Statement"),
        migrations.RunSQL(wording_statements(), migrations.RunSQL.noop),
    ]
