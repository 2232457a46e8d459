"""Which embedder answers is kept for each workspace, apart from the one that the settings name."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from provenance.database.walled import Walled, web_role

WORKSPACES_EMBEDDED_OTHERWISE = """
CREATE FUNCTION workspaces_embedded_otherwise(label text) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT workspace_id FROM embedder_in_use
  WHERE embedder <> label OR successor IS NOT NULL OR replaced <> '{}'
$$
"""
# Until now the settings said it: what most vectors of a workspace are by.
_IN_USE = """
INSERT INTO embedder_in_use (workspace_id, embedder, queue_until, queued_through, since, replaced)
SELECT workspace_id, labels[1], 0, 0, now(), labels[2:]
FROM (SELECT workspace_id, array_agg(embedder ORDER BY vectors DESC, embedder) AS labels
      FROM (SELECT workspace_id, embedder, count(*) AS vectors FROM embedding GROUP BY 1, 2) AS made
      GROUP BY workspace_id) AS of_workspace
"""


class Migration(migrations.Migration):
    dependencies = [("recall", "0006_vectors_in_cells"), ("provenance", "0011_successor_pending")]

    operations = [
        migrations.CreateModel(
            name="EmbedderInUse",
            fields=[
                (
                    "workspace",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="provenance.workspace",
                    ),
                ),
                ("embedder", models.CharField(max_length=200)),
                ("successor", models.CharField(max_length=200, null=True)),
                ("queue_until", models.BigIntegerField(default=0)),
                ("queued_through", models.BigIntegerField(default=0)),
                ("since", models.DateTimeField()),
                (
                    "replaced",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=200), default=list, size=None
                    ),
                ),
            ],
            options={
                "db_table": "embedder_in_use",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("successor", models.F("embedder")), _negated=True),
                        name="nobody_succeeds_itself",
                    )
                ],
            },
        ),
        migrations.RunSQL(
            [
                # The wall binds the owner too; it stands again within this transaction.
                "ALTER TABLE embedding NO FORCE ROW LEVEL SECURITY",
                _IN_USE,
                "ALTER TABLE embedding FORCE ROW LEVEL SECURITY",
            ],
            migrations.RunSQL.noop,
        ),
        Walled("EmbedderInUse", ledger=False),
        migrations.RunSQL(
            [
                "CREATE POLICY crossing ON embedder_in_use FOR SELECT TO CURRENT_USER USING (true)",
                WORKSPACES_EMBEDDED_OTHERWISE,
                "REVOKE ALL ON FUNCTION workspaces_embedded_otherwise(text) FROM PUBLIC",
                f"GRANT EXECUTE ON FUNCTION workspaces_embedded_otherwise(text) TO {web_role()}",
            ],
            ["DROP FUNCTION workspaces_embedded_otherwise(text)"],
        ),
    ]
