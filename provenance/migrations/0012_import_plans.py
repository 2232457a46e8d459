"""Plans of imports: what they would do, what they did, and how far they are."""

import django.contrib.postgres.fields
import django.db.models.deletion
import provenance.models.ids
import provenance.models.position
from django.db import migrations, models

class Migration(migrations.Migration):

    dependencies = [
        ('provenance', '0011_successor_pending'),
    ]

    operations = [
        migrations.CreateModel(
            name='ImportAct',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(db_default=provenance.models.position.NextPosition(), editable=False)),
                ('act', models.CharField(max_length=11)),
                ('body', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'import_act',
            },
        ),
        migrations.CreateModel(
            name='ImportItem',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('ordinal', models.PositiveIntegerField()),
                ('file', models.CharField(max_length=500)),
                ('line', models.PositiveIntegerField()),
                ('source_type', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=20)),
                ('speaker_role', models.CharField(max_length=10)),
                ('status', models.CharField(max_length=20)),
                ('time_known', models.BooleanField()),
                ('time_notes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), default=list, size=None)),
                ('disposition', models.CharField(max_length=10)),
                ('code', models.CharField(max_length=100, null=True)),
                ('standing', models.CharField(default='reported', max_length=10)),
                ('ancestry', models.CharField(default='none', max_length=10)),
                ('equivalents', models.PositiveSmallIntegerField(default=0)),
                ('record_sha256', models.CharField(max_length=64, null=True)),
                ('identity', models.CharField(max_length=64, null=True)),
                ('foreign_name', models.CharField(max_length=64, null=True)),
            ],
            options={
                'db_table': 'import_item',
            },
        ),
        migrations.CreateModel(
            name='ImportOutcome',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('result', models.CharField(max_length=9)),
                ('code', models.CharField(max_length=100, null=True)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'import_outcome',
            },
        ),
        migrations.CreateModel(
            name='ImportPlan',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(db_default=provenance.models.position.NextPosition(), editable=False)),
                ('name', models.CharField(max_length=300)),
                ('source_sha256', models.CharField(max_length=64)),
                ('format', models.CharField(max_length=40)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'import_plan',
            },
        ),
        migrations.CreateModel(
            name='ImportRun',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('state', models.CharField(max_length=12)),
                ('done', models.BigIntegerField(default=0)),
                ('total', models.BigIntegerField(default=0)),
                ('only', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), null=True, size=None)),
                ('but', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), default=list, size=None)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('stop', models.BooleanField(default=False)),
                ('tally', models.JSONField(default=dict)),
                ('code', models.CharField(max_length=100, null=True)),
                ('not_before', models.DateTimeField()),
            ],
            options={
                'db_table': 'import_run',
            },
        ),
        migrations.CreateModel(
            name='ImportUpload',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=300)),
                ('format', models.CharField(max_length=40)),
                ('size', models.BigIntegerField()),
                ('received', models.BigIntegerField(default=0)),
                ('sha256', models.CharField(max_length=64, null=True)),
                ('state', models.CharField(default='uploading', max_length=9)),
                ('code', models.CharField(max_length=100, null=True)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'import_upload',
            },
        ),
        migrations.RemoveConstraint(
            model_name='correction',
            name='correction_kind_is_known',
        ),
        migrations.AlterField(
            model_name='correctiontarget',
            name='ordinal',
            field=models.PositiveIntegerField(),
        ),
        migrations.AddConstraint(
            model_name='correction',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['correct', 'withdraw', 'supersede', 'restore', 'adopt', 'fact', 'release', 'unimport'])), name='correction_kind_is_known'),
        ),
        migrations.AddField(
            model_name='importact',
            name='by',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal'),
        ),
        migrations.AddField(
            model_name='importact',
            name='receipt',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.receipt'),
        ),
        migrations.AddField(
            model_name='importact',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddField(
            model_name='importitem',
            name='meets',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.observation'),
        ),
        migrations.AddField(
            model_name='importitem',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddField(
            model_name='importoutcome',
            name='correction',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.correction'),
        ),
        migrations.AddField(
            model_name='importoutcome',
            name='item',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.importitem'),
        ),
        migrations.AddField(
            model_name='importoutcome',
            name='observation',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.observation'),
        ),
        migrations.AddField(
            model_name='importoutcome',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddField(
            model_name='importplan',
            name='key',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.apikey'),
        ),
        migrations.AddField(
            model_name='importplan',
            name='principal',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal'),
        ),
        migrations.AddField(
            model_name='importplan',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddField(
            model_name='importoutcome',
            name='plan',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.importplan'),
        ),
        migrations.AddField(
            model_name='importitem',
            name='plan',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.importplan'),
        ),
        migrations.AddField(
            model_name='importact',
            name='plan',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='provenance.importplan'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='by',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='key',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.apikey'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='plan',
            field=models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='run', to='provenance.importplan'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddField(
            model_name='importupload',
            name='key',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.apikey'),
        ),
        migrations.AddField(
            model_name='importupload',
            name='principal',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal'),
        ),
        migrations.AddField(
            model_name='importupload',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddIndex(
            model_name='importplan',
            index=models.Index(fields=['workspace', '-position'], name='plans_newest'),
        ),
        migrations.AddIndex(
            model_name='importoutcome',
            index=models.Index(fields=['workspace', 'plan', 'result', 'item'], name='outcomes_of_a_plan'),
        ),
        migrations.AddIndex(
            model_name='importoutcome',
            index=models.Index(fields=['workspace', 'observation'], name='outcomes_by_observation'),
        ),
        migrations.AddConstraint(
            model_name='importoutcome',
            constraint=models.CheckConstraint(condition=models.Q(('result__in', ['accepted', 'duplicate', 'stale', 'conflict', 'refused', 'invalid'])), name='outcome_result_is_known'),
        ),
        migrations.AddConstraint(
            model_name='importoutcome',
            constraint=models.UniqueConstraint(fields=('workspace', 'item'), name='an_item_is_applied_once'),
        ),
        migrations.AddIndex(
            model_name='importitem',
            index=models.Index(fields=['workspace', 'plan', 'identity'], name='items_by_identity'),
        ),
        migrations.AddIndex(
            model_name='importitem',
            index=models.Index(fields=['workspace', 'plan', 'foreign_name'], name='items_by_foreign_name'),
        ),
        migrations.AddIndex(
            model_name='importitem',
            index=models.Index(fields=['workspace', 'plan', 'disposition', 'ordinal'], name='items_by_disposition'),
        ),
        migrations.AddConstraint(
            model_name='importitem',
            constraint=models.CheckConstraint(condition=models.Q(('disposition__in', ['new', 'duplicate', 'copy', 'bound', 'held', 'conflict', 'refused', 'invalid'])), name='item_disposition_is_known'),
        ),
        migrations.AddConstraint(
            model_name='importitem',
            constraint=models.UniqueConstraint(fields=('workspace', 'plan', 'ordinal'), name='one_item_per_place_in_a_plan'),
        ),
        migrations.AddConstraint(
            model_name='importitem',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('disposition', 'refused'), _negated=True), models.Q(('code__isnull', False), ('foreign_name', None), ('identity', None), ('record_sha256', None)), _connector='OR'), name='a_refused_item_names_only_its_rule'),
        ),
        migrations.AddIndex(
            model_name='importact',
            index=models.Index(fields=['workspace', 'plan', 'position'], name='acts_of_a_plan'),
        ),
        migrations.AddConstraint(
            model_name='importact',
            constraint=models.CheckConstraint(condition=models.Q(('act__in', ['planned', 'failed', 'applied', 'cancelled', 'rolled_back'])), name='import_act_is_known'),
        ),
        migrations.AddIndex(
            model_name='importrun',
            index=models.Index(condition=models.Q(('state__in', ('planning', 'applying', 'rolling_back'))), fields=['workspace', 'not_before'], name='imports_due'),
        ),
        migrations.AddConstraint(
            model_name='importrun',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['planning', 'planned', 'applying', 'applied', 'rolling_back', 'rolled_back', 'cancelled', 'failed'])), name='import_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='importupload',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['uploading', 'complete', 'cancelled', 'failed'])), name='upload_state_known'),
        ),
        migrations.AddConstraint(
            model_name='importupload',
            constraint=models.CheckConstraint(condition=models.Q(('received__gte', 0), ('received__lte', models.F('size'))), name='an_upload_is_within_its_size'),
        ),
    ]
