"""Whoever states the same of the same evidence confirms the one fact."""

import django.db.models.deletion
import provenance.models.ids
import provenance.models.position
from django.db import migrations, models

from provenance.database.walled import WallKeys, Walled


class Migration(migrations.Migration):

    dependencies = [
        ('provenance', '0009_no_fact_on_the_erased'),
    ]

    operations = [
        migrations.CreateModel(
            name='FactConfirmation',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(db_default=provenance.models.position.NextPosition(), editable=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'fact_confirmation',
            },
        ),
        migrations.AddField(
            model_name='fact',
            name='identity',
            field=models.CharField(max_length=64, null=True),
        ),
        migrations.AddConstraint(
            model_name='fact',
            constraint=models.UniqueConstraint(fields=('workspace', 'identity'), name='one_fact_per_statement_and_ground'),
        ),
        migrations.AddField(
            model_name='factconfirmation',
            name='adoption',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.observation'),
        ),
        migrations.AddField(
            model_name='factconfirmation',
            name='by',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal'),
        ),
        migrations.AddField(
            model_name='factconfirmation',
            name='correction',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.correction'),
        ),
        migrations.AddField(
            model_name='factconfirmation',
            name='fact',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.fact'),
        ),
        migrations.AddField(
            model_name='factconfirmation',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace'),
        ),
        migrations.AddIndex(
            model_name='factconfirmation',
            index=models.Index(fields=['workspace', 'fact'], name='confirmations_of_a_fact'),
        ),
        migrations.AddConstraint(
            model_name='factconfirmation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adoption', None), ('correction__isnull', False)), models.Q(('adoption__isnull', False), ('correction', None)), _connector='OR'), name='a_person_confirmed_this_fact'),
        ),
        migrations.AddConstraint(
            model_name='factconfirmation',
            constraint=models.UniqueConstraint(fields=('workspace', 'correction'), name='one_confirmation_per_correction'),
        ),
        migrations.AddConstraint(
            model_name='factconfirmation',
            constraint=models.UniqueConstraint(fields=('workspace', 'adoption'), name='one_confirmation_per_adoption'),
        ),
        Walled("FactConfirmation", ledger=True),
        WallKeys("FactConfirmation"),
    ]
