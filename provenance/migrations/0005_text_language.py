"""A workspace chooses the language of its words."""

import django.db.models.deletion
import provenance.models.ids
import provenance.models.position
from django.db import migrations, models

from provenance.database.walled import WallKeys, Walled


class Migration(migrations.Migration):

    dependencies = [
        ('provenance', '0004_whose_words'),
    ]

    operations = [
        migrations.CreateModel(
            name='TextLanguage',
            fields=[
                ('id', models.UUIDField(default=provenance.models.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(db_default=provenance.models.position.NextPosition(), editable=False)),
                ('language', models.CharField(max_length=20)),
                ('reason', models.CharField(max_length=500)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.principal')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='provenance.workspace')),
            ],
            options={
                'db_table': 'text_language',
                'indexes': [models.Index(fields=['workspace', '-position'], name='language_in_force')],
                'constraints': [models.CheckConstraint(condition=models.Q(('language__in', ['simple', 'arabic', 'armenian', 'basque', 'catalan', 'czech', 'danish', 'dutch', 'english', 'esperanto', 'estonian', 'finnish', 'french', 'german', 'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian', 'persian', 'polish', 'portuguese', 'romanian', 'russian', 'serbian', 'sesotho', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish'])), name='text_language_is_known')],
            },
        ),
        Walled("TextLanguage", ledger=True),
        WallKeys("TextLanguage"),
    ]
