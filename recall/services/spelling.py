"""Finds the words of the workspace that a mistyped one may mean: trigrams by equality."""

from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.services.slips import slips
from recall.services.terms import trigrams

# Measured as 2·shared / (all of both); a swapped or missing letter in a word of six stays above.
LIKENESS = 0.5
MOST_ALIKE = 3
# What a slip costs, in letters of the longer word: one in six letters leaves a likeness of 0.75.
_COST = 1.5


def alike(*, term: str) -> dict[str, float]:
    """Up to three terms of the workspace like `term`, each with its likeness in [0.5, 1).

    Alike is what shares half of its trigrams. A slip breaks three of them at once, so the likeness
    of words is by their letters where that is higher.
    """
    parts = sorted(trigrams(term))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT term, count(*) FROM spelling WHERE workspace_id = %s AND trigram = ANY(%s)"
            " AND term <> %s GROUP BY term HAVING count(*) >= %s",
            [current_workspace(), parts, term, max(2, len(parts) // 3)],
        )
        rows = cursor.fetchall()
    likeness = {other: 2 * shared / (len(parts) + len(trigrams(other))) for other, shared in rows}
    near = {
        other: max(value, _by_letters(term, other))
        for other, value in likeness.items()
        if value >= LIKENESS
    }
    return dict(sorted(near.items(), key=lambda item: (-item[1], item[0]))[:MOST_ALIKE])


def _by_letters(term: str, other: str) -> float:
    """0 for what bears figures: another number is no slip."""
    if any(letter.isdigit() for letter in term + other):
        return 0.0
    return 1 - _COST * slips(term, other) / max(len(term), len(other))
