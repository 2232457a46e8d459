"""Vectors are found by their place in the ledger too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("recall", "0004_the_vocabulary")]

    operations = [
        migrations.AddIndex(
            "embedding",
            models.Index(fields=["workspace", "embedder", "position"], name="vectors_in_order"),
        ),
        migrations.RemoveIndex("embedding", "vectors_of_a_workspace"),
    ]
