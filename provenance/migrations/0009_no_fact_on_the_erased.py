"""What was erased makes no fact, also where both happen at once: `no_fact_on_what_was_erased`."""

from django.db import migrations

from provenance.database.grounds import erased_grounds_statements


class Migration(migrations.Migration):
    dependencies = [("provenance", "0008_work_that_is_due")]

    operations = [migrations.RunSQL(erased_grounds_statements(), migrations.RunSQL.noop)]
