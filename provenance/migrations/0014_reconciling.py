"""What people accept about what is here already, and what they take back of it."""

import django.db.models.deletion
import provenance.models.ids
from django.db import migrations, models

from provenance.database.copies import copies_statements
from provenance.database.erasing import ERASE_CONTENT
from provenance.database.walled import WallKeys, Walled


_KEYS = [
    f"ALTER TABLE {table} ADD CONSTRAINT {table}_{field}_same_wall"
    f" FOREIGN KEY (workspace_id, {field}_id) REFERENCES {other} (workspace_id, id)"
    for table, field, other in (
        ("proven_copy", "mapping", "import_item"),
        ("import_item", "observation", "observation"),
    )
]


class Migration(migrations.Migration):

    dependencies = [
        ('provenance', '0013_the_wall_of_imports'),
    ]

    operations = [
        migrations.CreateModel(
            name='MappingRetraction',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'mapping_retraction',
            },
        ),
        migrations.CreateModel(
            name='PairSettlement',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('verdict', models.CharField(max_length=8)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'pair_settlement',
            },
        ),
        migrations.RemoveConstraint(
            model_name='importitem',
            name='item_disposition_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='importoutcome',
            name='outcome_result_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='provencopy',
            name='one_proof_per_copy',
        ),
        migrations.AddField(
            model_name='importitem',
            name='detail',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='importitem',
            name='observation',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.observation'),
        ),
        migrations.AddField(
            model_name='importplan',
            name='asked',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='provencopy',
            name='mapping',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.importitem'),
        ),
        migrations.AddIndex(
            model_name='provencopy',
            index=models.Index(condition=models.Q(('mapping__isnull', False)), fields=['workspace', 'mapping'], name='copies_by_mapping'),
        ),
        migrations.AddConstraint(
            model_name='importitem',
            constraint=models.CheckConstraint(condition=models.Q(('disposition__in', ['new', 'duplicate', 'copy', 'bound', 'held', 'conflict', 'refused', 'invalid', 'same', 'distinct', 'unresolved', 'repair', 'unknown'])), name='item_disposition_is_known'),
        ),
        migrations.AddConstraint(
            model_name='importoutcome',
            constraint=models.CheckConstraint(condition=models.Q(('result__in', ['accepted', 'duplicate', 'stale', 'conflict', 'refused', 'invalid', 'left'])), name='outcome_result_is_known'),
        ),
        migrations.AddConstraint(
            model_name='provencopy',
            constraint=models.UniqueConstraint(fields=('workspace', 'observation', 'original', 'mapping'), name='one_proof_per_copy', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='provencopy',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('basis', 'mapping'), ('mapping__isnull', False)), models.Q(models.Q(('basis', 'mapping'), _negated=True), ('mapping', None)), _connector='OR'), name='a_mapping_names_its_item'),
        ),
        migrations.AddField(
            model_name='mappingretraction',
            name='by',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal'),
        ),
        migrations.AddField(
            model_name='mappingretraction',
            name='item',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.importitem'),
        ),
        migrations.AddField(
            model_name='mappingretraction',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddField(
            model_name='pairsettlement',
            name='item',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.importitem'),
        ),
        migrations.AddField(
            model_name='pairsettlement',
            name='pair',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.unresolvedpair'),
        ),
        migrations.AddField(
            model_name='pairsettlement',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddConstraint(
            model_name='mappingretraction',
            constraint=models.UniqueConstraint(fields=('workspace', 'item'), name='a_mapping_is_retracted_once'),
        ),
        migrations.AddConstraint(
            model_name='pairsettlement',
            constraint=models.CheckConstraint(condition=models.Q(('verdict__in', ['same', 'distinct'])), name='verdict_is_known'),
        ),
        migrations.AddConstraint(
            model_name='pairsettlement',
            constraint=models.UniqueConstraint(fields=('workspace', 'pair', 'item'), name='one_verdict_of_an_item'),
        ),
        Walled("PairSettlement", ledger=True),
        Walled("MappingRetraction", ledger=True),
        WallKeys("PairSettlement", "MappingRetraction"),
        # What erases looks for copies in the view from now on.
        migrations.RunSQL(
            [*_KEYS, *copies_statements(), ERASE_CONTENT], ["DROP VIEW live_copy"]
        ),
    ]
