"""Vectors of a large workspace lie in cells, found by equality; no index is shared by workspaces."""

import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models

import provenance.models.ids
from provenance.database.walled import Walled, web_role

WORKSPACES_TO_ARRANGE = """
CREATE FUNCTION workspaces_to_arrange() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT workspace_id FROM arrangement WHERE NOT complete
$$
"""
_WORKSPACE = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": "provenance.workspace"}


class Migration(migrations.Migration):
    dependencies = [("recall", "0005_vectors_in_order")]

    operations = [
        migrations.CreateModel(
            name="Arrangement",
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
                ("embedder", models.CharField(max_length=200)),
                ("first", models.PositiveIntegerField()),
                ("probes", models.PositiveIntegerField()),
                ("vectors", models.PositiveIntegerField()),
                ("placed", models.PositiveIntegerField(default=0)),
                ("complete", models.BooleanField(default=False)),
                ("workspace", models.ForeignKey(db_index=False, **_WORKSPACE)),
            ],
            options={
                "db_table": "arrangement",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("workspace", "embedder"), name="one_arrangement_per_embedder"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first__gt", 0)), name="cell_0_is_unplaced"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VectorCell",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "workspace_id",
                        "embedder",
                        "number",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("embedder", models.CharField(max_length=200)),
                ("number", models.PositiveIntegerField()),
                ("centroid", pgvector.django.halfvec.HalfVectorField()),
                (
                    "workspace",
                    models.ForeignKey(db_constraint=False, db_index=False, **_WORKSPACE),
                ),
            ],
            options={"db_table": "vector_cell"},
        ),
        *(Walled(name, ledger=False) for name in ("Arrangement", "VectorCell")),
        migrations.AddField(
            "embedding", "cell", models.PositiveIntegerField(default=0, db_default=0)
        ),
        migrations.AddIndex(
            "embedding",
            models.Index(fields=["workspace", "embedder", "cell"], name="vectors_in_cells"),
        ),
        migrations.RunSQL(
            [
                "DROP INDEX vectors_by_nearness",
                "CREATE POLICY crossing ON arrangement FOR SELECT TO CURRENT_USER USING (true)",
                WORKSPACES_TO_ARRANGE,
                "REVOKE ALL ON FUNCTION workspaces_to_arrange() FROM PUBLIC",
                f"GRANT EXECUTE ON FUNCTION workspaces_to_arrange() TO {web_role()}",
            ],
            [
                "DROP FUNCTION workspaces_to_arrange()",
                "CREATE INDEX vectors_by_nearness ON embedding USING hnsw"
                " ((vector::halfvec(384)) halfvec_cosine_ops) WHERE dimension = 384",
            ],
        ),
    ]
