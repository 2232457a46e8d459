"""Takes away what was read from observations that are erased: words, counts, vectors, themes."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from recall.models import Embedding, IndexedText, ThemeRun
from recall.services.index_text import new_terms
from recall.services.terms import trigrams
from recall.services.vocabulary import kept_count

_TERMS = """
WITH gone AS (
  DELETE FROM posting WHERE workspace_id = %s AND position = ANY(%s) RETURNING term
) SELECT DISTINCT term FROM gone
"""
_UNCOUNT = "DELETE FROM vocabulary WHERE workspace_id = %s AND term = ANY(%s)"
_UNSPELL = """
DELETE FROM spelling s USING unnest(%s::text[], %s::text[]) AS gone (trigram, term)
WHERE s.workspace_id = %s AND s.trigram = gone.trigram AND s.term = gone.term
"""


def forget(*, observation_ids: Collection[UUID]) -> None:
    """Deletes the postings, vectors and own words of these observations, and whatever themes were
    found in them. Inside the workspace.

    A word that stands nowhere else is no longer offered for a mistyped one.
    """
    ids, here = list(observation_ids), current_workspace()
    rows = Observation.objects.here().filter(id__in=ids)
    positions = list(rows.values_list("position", flat=True))
    Embedding.objects.here().filter(observation_id__in=ids).delete()
    with connection.cursor() as cursor:
        with kept_count(positions):
            IndexedText.objects.here().filter(observation_id__in=ids).delete()
            cursor.execute(_TERMS, [here, positions])
            terms = [term for (term,) in cursor.fetchall()]
        # Once the lexicon is held: a run that is begun meanwhile is seen here, or sees the erasure.
        ThemeRun.objects.here().filter(members__overlap=positions).delete()
        nobodys = new_terms(terms)
        cursor.execute(_UNCOUNT, [here, nobodys])
        gone = [(part, term) for term in nobodys for part in trigrams(term)]
        cursor.execute(_UNSPELL, [[part for part, _ in gone], [term for _, term in gone], here])
