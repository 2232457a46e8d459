"""Saved questions, and the runs that check them: found across workspaces while they are due."""

import django.db.models.deletion
import provenance.models.ids
from django.db import migrations, models

from provenance.database.walled import WallKeys, Walled, web_role

WORKSPACES_WITH_CHECKS = """
CREATE FUNCTION workspaces_with_checks(at timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT workspace_id FROM check_run
  WHERE state IN ('queued', 'running') AND not_before <= at
$$
"""


class Migration(migrations.Migration):

    dependencies = [
        ("provenance", "0014_reconciling"),
    ]

    operations = [
        migrations.CreateModel(
            name='SavedQuestion',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('asked', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal')),
                ('receipt', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.receipt')),
                ('view', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
            ],
            options={
                'db_table': 'saved_question',
            },
        ),
        migrations.CreateModel(
            name='RetiredQuestion',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
                ('saved', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.savedquestion')),
            ],
            options={
                'db_table': 'retired_question',
            },
        ),
        migrations.CreateModel(
            name='QuestionCheck',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('outcome', models.CharField(max_length=10)),
                ('found', models.JSONField(default=list)),
                ('told', models.PositiveIntegerField(default=0)),
                ('code', models.CharField(max_length=100, null=True)),
                ('before', models.JSONField(null=True)),
                ('at', models.DateTimeField()),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
                ('saved', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.savedquestion')),
            ],
            options={
                'db_table': 'question_check',
            },
        ),
        migrations.CreateModel(
            name='ExpectedObservation',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('observation', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.observation')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
                ('saved', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='expected', to='provenance.savedquestion')),
            ],
            options={
                'db_table': 'expected_observation',
            },
        ),
        migrations.CreateModel(
            name='CheckRun',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(default='queued', max_length=10)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('last', models.UUIDField(null=True)),
                ('asked_at', models.DateTimeField()),
                ('not_before', models.DateTimeField()),
                ('asked_by', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
            ],
            options={
                'db_table': 'check_run',
                'indexes': [models.Index(condition=models.Q(('state__in', ('queued', 'running'))), fields=['workspace', 'not_before'], name='check_runs_due')],
                'constraints': [models.UniqueConstraint(fields=('workspace',), name='one_check_run_per_workspace'), models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'cancelled'])), name='check_run_state_is_known')],
            },
        ),
        migrations.AddConstraint(
            model_name='savedquestion',
            constraint=models.UniqueConstraint(fields=('workspace', 'receipt'), name='a_recall_is_saved_once'),
        ),
        migrations.AddConstraint(
            model_name='retiredquestion',
            constraint=models.UniqueConstraint(fields=('workspace', 'saved'), name='a_question_retires_once'),
        ),
        migrations.AddConstraint(
            model_name='questioncheck',
            constraint=models.UniqueConstraint(fields=('workspace', 'saved'), name='one_check_per_question'),
        ),
        migrations.AddConstraint(
            model_name='questioncheck',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['passed', 'broken', 'erased'])), name='check_outcome_is_known'),
        ),
        migrations.AddConstraint(
            model_name='expectedobservation',
            constraint=models.UniqueConstraint(fields=('workspace', 'saved', 'observation'), name='expected_once'),
        ),
        Walled("SavedQuestion", ledger=True),
        Walled("ExpectedObservation", ledger=True),
        Walled("RetiredQuestion", ledger=True),
        Walled("QuestionCheck", ledger=False),
        Walled("CheckRun", ledger=False),
        WallKeys(
            "SavedQuestion", "ExpectedObservation", "RetiredQuestion", "QuestionCheck", "CheckRun"
        ),
        migrations.RunSQL(
            [
                "CREATE POLICY crossing ON check_run FOR SELECT TO CURRENT_USER USING (true)",
                WORKSPACES_WITH_CHECKS,
                "REVOKE ALL ON FUNCTION workspaces_with_checks(timestamptz) FROM PUBLIC",
                f"GRANT EXECUTE ON FUNCTION workspaces_with_checks(timestamptz) TO {web_role()}",
            ],
            ["DROP FUNCTION workspaces_with_checks(timestamptz)"],
        ),
    ]
