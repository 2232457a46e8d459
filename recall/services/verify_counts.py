"""The count of words against the postings, up to where it goes."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from provenance.services.verification.findings import Finding, Progress

CHECK = "readings"
TERMS_AT_ONCE = 5_000

_LAST_OF_BATCH = """
SELECT max(term), count(*) FROM (
  SELECT term FROM vocabulary WHERE workspace_id = %(here)s AND term > %(last)s
  ORDER BY term LIMIT %(most)s) AS batch
"""
# The count and the postings in one statement: the sweep may go on counting meanwhile.
_WRONG = """
SELECT count(*) FROM (
  SELECT p.term, count(*) AS documents FROM posting p
  JOIN lexicon l ON l.workspace_id = %(here)s AND p.position <= l.counted_through
  WHERE p.workspace_id = %(here)s AND p.term > %(last)s{up_to} GROUP BY p.term
) AS standing FULL JOIN (
  SELECT p.term, p.documents FROM vocabulary p
  WHERE p.workspace_id = %(here)s AND p.term > %(last)s{up_to}
) AS counted USING (term)
WHERE standing.documents IS DISTINCT FROM counted.documents
"""
_TEXTS_WRONG = """
SELECT count(*) FROM lexicon l CROSS JOIN LATERAL (
  SELECT count(*) AS documents, coalesce(sum(t.length), 0) AS length FROM indexed_text t
  WHERE t.workspace_id = %(here)s AND t.position <= l.counted_through) AS texts
WHERE l.workspace_id = %(here)s AND (texts.documents, texts.length) <> (l.documents, l.length)
"""


def check_counts(tenancy: Tenancy, progress: Progress) -> Iterator[Finding]:
    """Whether every term is counted as often as it stands. What is miscounted is not named."""
    wrong, last, terms = 0, "", TERMS_AT_ONCE
    while terms == TERMS_AT_ONCE:
        up_to, terms = _ask(tenancy, _LAST_OF_BATCH, last=last, most=TERMS_AT_ONCE)
        # Behind the last batch there may be words that are not counted at all.
        bound = " AND p.term <= %(up_to)s" if terms == TERMS_AT_ONCE else ""
        wrong += _ask(tenancy, _WRONG.format(up_to=bound), last=last, up_to=up_to)[0]
        last = up_to
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
