"""The count of words against the postings, up to where it goes."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from provenance.services.verification.findings import Finding, Progress

CHECK = "readings"
TERMS_AT_ONCE = 5_000

# The count and the postings in one statement: the sweep may go on counting meanwhile.
_WRONG = """
WITH l AS (SELECT counted_through FROM lexicon WHERE workspace_id = %(here)s),
counted AS (SELECT term, documents FROM vocabulary WHERE workspace_id = %(here)s
            AND term > %(last)s ORDER BY term LIMIT %(most)s),
up_to AS (SELECT CASE count(*) WHEN %(most)s THEN max(term) END AS term FROM counted),
standing AS (SELECT p.term, count(*) AS documents FROM posting p, l, up_to
             WHERE p.workspace_id = %(here)s AND p.term > %(last)s
               AND (up_to.term IS NULL OR p.term <= up_to.term)
               AND p.position <= l.counted_through GROUP BY p.term)
SELECT count(*) FILTER (WHERE s.documents IS DISTINCT FROM c.documents),
       (SELECT term FROM up_to), count(c.term)
FROM standing s FULL JOIN counted c ON c.term = s.term
"""
_TEXTS_WRONG = """
SELECT count(*) FROM lexicon l CROSS JOIN LATERAL (
  SELECT count(*) AS documents, coalesce(sum(t.length), 0) AS length FROM indexed_text t
  WHERE t.workspace_id = %(here)s AND t.position <= l.counted_through) AS texts
WHERE l.workspace_id = %(here)s AND (texts.documents, texts.length) <> (l.documents, l.length)
"""


def check_counts(tenancy: Tenancy, progress: Progress) -> Iterator[Finding]:
    """Whether every term is counted as often as it stands. What is miscounted is not named."""
    wrong, last = 0, ""
    while last is not None:
        found, last, terms = _ask(tenancy, _WRONG, last=last, most=TERMS_AT_ONCE)
        wrong += found
        progress(CHECK, terms)
    if wrong:
        yield _finding(tenancy, "vocabulary", f"{wrong} of its terms are miscounted; rebuild")
    if _ask(tenancy, _TEXTS_WRONG)[0]:
        yield _finding(tenancy, "lexicon", "its texts or their lengths are miscounted; rebuild")


def _ask(tenancy: Tenancy, sql: str, **values: Any) -> tuple:
    with workspace(tenancy), connection.cursor() as cursor:
        cursor.execute(sql, {"here": current_workspace(), **values})
        row: tuple = cursor.fetchone()
        return row


def _finding(tenancy: Tenancy, table: str, what: str) -> Finding:
    return Finding(check=CHECK, table=table, id=str(tenancy.workspace_id), what=what)
