"""Work that is due is found by its kind: words, or vectors."""

from django.db import migrations, models

from provenance.database.crossings import WORKSPACES_WITH_WORK


class Migration(migrations.Migration):
    dependencies = [("provenance", "0007_whose_wording")]

    operations = [
        migrations.AddIndex(
            "indexwork",
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(lexical_pending=True),
                name="words_due",
            ),
        ),
        migrations.AddIndex(
            "indexwork",
            models.Index(
                fields=["workspace", "not_before"],
                condition=models.Q(semantic_pending=True),
                name="vectors_due",
            ),
        ),
        migrations.RunSQL([WORKSPACES_WITH_WORK], migrations.RunSQL.noop),
        migrations.RemoveIndex("indexwork", "work_due"),
    ]
