"""A long text has a vector for each of its pieces."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("recall", "0002_the_wall")]

    operations = [
        migrations.AddField("embedding", "piece", models.PositiveSmallIntegerField(default=0)),
        migrations.RemoveConstraint("embedding", "one_vector_per_observation_and_embedder"),
        migrations.AddConstraint(
            "embedding",
            models.UniqueConstraint(
                fields=("workspace", "observation", "embedder", "piece"),
                name="one_vector_per_piece_and_embedder",
            ),
        ),
    ]
