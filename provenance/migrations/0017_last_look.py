"""How far a person has looked, and what the first page and the queue find by an index."""

import django.db.models.deletion
from django.db import migrations, models

import provenance.models.ids
from provenance.database.walled import WallKeys, Walled


def _within(to):
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=to,
    )


class Migration(migrations.Migration):
    dependencies = [("provenance", "0016_the_zone_of_an_import")]

    operations = [
        migrations.CreateModel(
            name="LastLook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=provenance.models.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("position", models.BigIntegerField()),
                ("transaction", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("principal", _within("provenance.principal")),
                (
                    "workspace",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="provenance.workspace",
                    ),
                ),
            ],
            options={"db_table": "last_look"},
        ),
        migrations.AddConstraint(
            "lastlook",
            models.UniqueConstraint(
                fields=["workspace", "principal"], name="one_last_look_per_person"
            ),
        ),
        migrations.AddIndex(
            "correctiondecision",
            models.Index(fields=["workspace", "by", "-position"], name="decisions_by_person"),
        ),
        migrations.AddIndex(
            "currentstanding",
            models.Index(
                condition=models.Q(admission="quarantined"),
                fields=["workspace", "observation"],
                name="quarantined_now",
            ),
        ),
        migrations.AddIndex(
            "observation",
            models.Index(
                condition=models.Q(admission="quarantined"),
                fields=["workspace", "id"],
                name="observations_quarantined",
            ),
        ),
        migrations.AddIndex(
            "unresolvedpair",
            models.Index(fields=["workspace", "kind", "id"], name="pairs_of_a_kind"),
        ),
        Walled("LastLook", ledger=False),
        WallKeys("LastLook"),
    ]
