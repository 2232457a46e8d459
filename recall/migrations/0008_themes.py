"""Themes of a window: jobs and their results, found across workspaces while they are due."""

import django.contrib.postgres.fields
import django.db.models.deletion
import provenance.models.ids
from django.db import migrations, models

from provenance.database.walled import WallKeys, Walled, web_role

WORKSPACES_WITH_THEMES = """
CREATE FUNCTION workspaces_with_themes(at timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT DISTINCT workspace_id FROM theme_run
  WHERE state IN ('queued', 'running') AND not_before <= at
$$
"""


class Migration(migrations.Migration):

    dependencies = [
        ('provenance', '0011_successor_pending'),
        ('recall', '0007_embedder_in_use'),
    ]

    operations = [
        migrations.CreateModel(
            name='ThemeRun',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('made_of', models.CharField(max_length=64)),
                ('embedder', models.CharField(max_length=200)),
                ('members', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('size', models.PositiveIntegerField()),
                ('state', models.CharField(default='queued', max_length=7)),
                ('stage', models.CharField(default='waiting', max_length=20)),
                ('progress', models.FloatField(default=0.0)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('not_before', models.DateTimeField()),
                ('asked_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('themes', models.JSONField(null=True)),
                ('asked_by', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
            ],
            options={
                'db_table': 'theme_run',
                'indexes': [models.Index(condition=models.Q(('state__in', ('queued', 'running'))), fields=['workspace', 'not_before'], name='theme_runs_due')],
                'constraints': [models.UniqueConstraint(fields=('workspace', 'made_of'), name='one_theme_run_of_what_it_is_made_of'), models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed'])), name='theme_run_state_is_known'), models.CheckConstraint(condition=models.Q(('progress__gte', 0), ('progress__lte', 1)), name='theme_run_progress_is_a_share'), models.CheckConstraint(condition=models.Q(models.Q(('done_at__isnull', False), ('state', 'done'), ('themes__isnull', False)), models.Q(models.Q(('state', 'done'), _negated=True), ('themes__isnull', True)), _connector='OR'), name='a_theme_run_that_is_done_has_themes')],
            },
        ),
        Walled("ThemeRun", ledger=False),
        WallKeys("ThemeRun"),
        migrations.RunSQL(
            [
                "CREATE POLICY crossing ON theme_run FOR SELECT TO CURRENT_USER USING (true)",
                WORKSPACES_WITH_THEMES,
                "REVOKE ALL ON FUNCTION workspaces_with_themes(timestamptz) FROM PUBLIC",
                f"GRANT EXECUTE ON FUNCTION workspaces_with_themes(timestamptz) TO {web_role()}",
            ],
            ["DROP FUNCTION workspaces_with_themes(timestamptz)"],
        ),
    ]
