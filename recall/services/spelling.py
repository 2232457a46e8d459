"""Finds the words of the workspace that a mistyped one may mean: trigrams by equality."""

from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.services.terms import trigrams

# Measured as 2·shared / (all of both); a swapped or missing letter in a word of six stays above.
LIKENESS = 0.5
MOST_ALIKE = 3


def alike(*, term: str) -> dict[str, float]:
    """Up to three terms of the workspace like `term`, each with its Dice likeness in [0.5, 1)."""
    parts = sorted(trigrams(term))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT term, count(*) FROM spelling WHERE workspace_id = %s AND trigram = ANY(%s)"
            " AND term <> %s GROUP BY term HAVING count(*) >= %s",
            [current_workspace(), parts, term, max(2, len(parts) // 3)],
        )
        rows = cursor.fetchall()
    likeness = {other: 2 * shared / (len(parts) + len(trigrams(other))) for other, shared in rows}
    best = sorted(likeness.items(), key=lambda item: (-item[1], item[0]))[:MOST_ALIKE]
    return {other: value for other, value in best if value >= LIKENESS}
