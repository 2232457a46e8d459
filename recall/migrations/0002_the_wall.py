"""The memory stands behind the same wall. It is a projection: the web role may rewrite it."""

from django.db import migrations

from provenance.database.walled import WallKeys, Walled


class Migration(migrations.Migration):
    dependencies = [("recall", "0001_initial"), ("provenance", "0002_the_wall")]

    operations = [
        migrations.RunSQL(
            [
                # Index-only scans: a search reads postings without touching the table.
                "ALTER TABLE posting DROP CONSTRAINT posting_pkey",
                "ALTER TABLE posting ADD PRIMARY KEY (workspace_id, term, position)"
                " INCLUDE (frequency, length)",
                "CREATE INDEX vectors_by_nearness ON embedding USING hnsw"
                " ((vector::halfvec(384)) halfvec_cosine_ops) WHERE dimension = 384",
            ],
            migrations.RunSQL.noop,
        ),
        *(Walled(name, ledger=False) for name in ("IndexedText", "Posting", "Spelling", "Embedding")),
        WallKeys("IndexedText", "Embedding"),
    ]
