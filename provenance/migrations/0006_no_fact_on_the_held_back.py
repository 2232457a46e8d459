"""What is held back makes no fact, whichever door forgets to ask: `no_fact_on_what_is_held_back`."""

from django.db import migrations

from provenance.database.grounds import grounds_statements


class Migration(migrations.Migration):
    dependencies = [("provenance", "0005_text_language")]

    operations = [migrations.RunSQL(grounds_statements(), migrations.RunSQL.noop)]
