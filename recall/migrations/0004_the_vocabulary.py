"""Words are counted up to a position of the ledger; workspaces with much uncounted are found."""

import django.db.models.deletion
from django.db import migrations, models

from provenance.database.walled import Walled, web_role

# By index alone: for each workspace, whether so many texts lie beyond what is counted.
WORKSPACES_TO_COUNT = """
CREATE FUNCTION workspaces_to_count(texts integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT w.id FROM workspace w LEFT JOIN lexicon l ON l.workspace_id = w.id
  WHERE EXISTS (SELECT FROM indexed_text t
                WHERE t.workspace_id = w.id AND t.position > coalesce(l.counted_through, 0)
                ORDER BY t.position OFFSET greatest(texts, 1) - 1 LIMIT 1)
$$
"""

class Migration(migrations.Migration):
    dependencies = [("recall", "0003_pieces"), ("provenance", "0004_whose_words")]

    operations = [
        migrations.CreateModel(
            name="Lexicon",
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
                ("counted_through", models.BigIntegerField(default=0)),
                ("documents", models.BigIntegerField(default=0)),
                ("length", models.BigIntegerField(default=0)),
                ("seen_through", models.BigIntegerField(null=True)),
                ("seen_transaction", models.BigIntegerField(null=True)),
            ],
            options={"db_table": "lexicon"},
        ),
        migrations.CreateModel(
            name="Vocabulary",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "workspace_id",
                        "term",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("term", models.CharField(max_length=80)),
                ("documents", models.PositiveIntegerField()),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="provenance.workspace",
                    ),
                ),
            ],
            options={"db_table": "vocabulary"},
        ),
        *(Walled(name, ledger=False) for name in ("Lexicon", "Vocabulary")),
        # The lengths of the texts beyond a position are read from the index alone.
        migrations.RemoveIndex("indexedtext", "text_lengths"),
        migrations.AddIndex(
            "indexedtext",
            models.Index(
                fields=["workspace", "position"], include=["length"], name="texts_in_order"
            ),
        ),
        migrations.RunSQL(
            [
                *(
                    f"CREATE POLICY crossing ON {table} FOR SELECT TO CURRENT_USER USING (true)"
                    for table in ("lexicon", "indexed_text")
                ),
                WORKSPACES_TO_COUNT,
                "REVOKE ALL ON FUNCTION workspaces_to_count(integer) FROM PUBLIC",
                f"GRANT EXECUTE ON FUNCTION workspaces_to_count(integer) TO {web_role()}",
            ],
            [
                "DROP FUNCTION workspaces_to_count(integer)",
                "DROP POLICY crossing ON indexed_text",
            ],
        ),
    ]
