"""Takes away what was read from observations that are erased: words, spellings, vectors."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from recall.models import Embedding, IndexedText
from recall.services.terms import trigrams

_TERMS = """
WITH gone AS (
  DELETE FROM posting WHERE workspace_id = %s AND position = ANY(%s) RETURNING term
) SELECT DISTINCT term FROM gone
"""
_NOBODY_ELSES = """
SELECT term FROM unnest(%s::text[]) AS term WHERE NOT EXISTS (
  SELECT FROM posting p WHERE p.workspace_id = %s AND p.term = term.term)
"""
_UNSPELL = """
DELETE FROM spelling s USING unnest(%s::text[], %s::text[]) AS gone (trigram, term)
WHERE s.workspace_id = %s AND s.trigram = gone.trigram AND s.term = gone.term
"""


def forget(*, observation_ids: Collection[UUID]) -> None:
    """Deletes the postings, vectors and own words of these observations. Inside the workspace.

    A word that stands nowhere else is no longer offered for a mistyped one.
    """
    ids, here = list(observation_ids), current_workspace()
    rows = Observation.objects.here().filter(id__in=ids)
    positions = list(rows.values_list("position", flat=True))
    IndexedText.objects.here().filter(observation_id__in=ids).delete()
    Embedding.objects.here().filter(observation_id__in=ids).delete()
    with connection.cursor() as cursor:
        cursor.execute(_TERMS, [here, positions])
        terms = [term for (term,) in cursor.fetchall()]
        cursor.execute(_NOBODY_ELSES, [terms, here])
        gone = [(part, term) for (term,) in cursor.fetchall() for part in trigrams(term)]
        cursor.execute(_UNSPELL, [[part for part, _ in gone], [term for _, term in gone], here])
