"""The readings against the ledger: words, vectors, and the work that is left."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from provenance.database.tenancy import Tenancy
from provenance.models import IndexWork, Observation
from provenance.services.text_language import text_language
from provenance.services.verification.findings import (
    Finding,
    Progress,
    Question,
    answers,
    in_batches,
)
from recall.models import Embedding, IndexedText, Posting
from recall.services.attributed import attributed
from recall.services.in_use import in_use
from recall.services.index_text import MOST_FREQUENT
from recall.services.pieces import pieces_of
from recall.services.terms import terms_of
from recall.services.verify_counts import check_counts

CHECK = "readings"

_GONE = (
    "EXISTS (SELECT FROM erasure e WHERE e.workspace_id = %(here)s"
    " AND e.observation_id = t.observation_id)"
)
LEFT = (
    *(
        Question(
            check=CHECK,
            table=table,
            what="its observation was erased; erase that again",
            sql=f"SELECT t.id FROM {table} t"  # noqa: S608 - named below
            f" WHERE t.workspace_id = %(here)s AND {_GONE}",
        )
        for table in ("indexed_text", "embedding", "index_work")
    ),
    Question(
        check=CHECK,
        table="embedding",
        what="no search reads the cell that it lies in; rebuild",
        sql="SELECT t.id FROM embedding t WHERE t.workspace_id = %(here)s AND t.cell <> 0"
        " AND NOT EXISTS (SELECT FROM vector_cell c WHERE c.workspace_id = %(here)s"
        " AND c.embedder = t.embedder AND c.number = t.cell)",
    ),
    Question(
        check=CHECK,
        table="posting",
        what="this position has words and no text that is indexed; rebuild",
        sql="SELECT DISTINCT p.position FROM posting p WHERE p.workspace_id = %(here)s"
        " AND NOT EXISTS (SELECT FROM indexed_text t WHERE t.workspace_id = %(here)s"
        " AND t.position = p.position)",
    ),
    Question(
        check=CHECK,
        table="index_work",
        what="all of it is done, and it is still here",
        sql="SELECT t.id FROM index_work t WHERE t.workspace_id = %(here)s"
        " AND NOT t.lexical_pending AND NOT t.semantic_pending AND NOT t.successor_pending",
    ),
)


def check_readings(tenancy: Tenancy, progress: Progress) -> Iterator[Finding]:
    """Each text of the open lane against its postings and vectors; what is pending is no fault."""
    yield from answers(tenancy, LEFT, progress)
    yield from check_counts(tenancy, progress)
    for count, found in in_batches(tenancy, _observations, _look):
        progress(CHECK, count)
        yield from found


def _observations() -> Any:
    rows = Observation.objects.here().filter(lane="open", content__isnull=False)
    return rows.not_erased().select_related("content")


def _look(batch: Sequence[Observation]) -> list[Finding]:
    ids = [one.id for one in batch]
    work = {row.observation_id: row for row in IndexWork.objects.here().filter(observation__in=ids)}
    lengths = dict(
        IndexedText.objects.here()
        .filter(observation__in=ids)
        .values_list("observation_id", "length")
    )
    vectors, now = _vectors(ids), in_use()
    words, language = _words([one.position for one in batch]), text_language()
    found = []
    for one in batch:
        pending = work.get(one.id)
        if pending is None or not pending.lexical_pending:
            found += _of_words(
                one, length=lengths.get(one.id), words=words[one.position], language=language
            )
        if pending is None or not pending.semantic_pending:
            found += _of_meaning(one, vectors=vectors[one.id], embedder=now and now.embedder)
    return found


def _of_words(
    one: Observation, *, length: int | None, words: dict[str, int], language: str
) -> list[Finding]:
    if length is None:
        return [_finding("observation", one.id, "its words are not indexed, nor pending; rebuild")]
    text = one.said.text if one.said else ""
    said = attributed(text, name=one.speaker_name)
    terms: Counter[str] = terms_of(said, language=language)
    if length != terms.total():
        return [_finding("indexed_text", one.id, "its length is not that of the text; rebuild")]
    if words != {term: min(count, MOST_FREQUENT) for term, count in terms.items()}:
        return [_finding("posting", one.id, "its words are not those of the text; rebuild")]
    return []


def _of_meaning(
    one: Observation, *, vectors: dict[str, set[int]], embedder: str | None
) -> list[Finding]:
    """Of the embedder in use it has a vector for each piece."""
    if embedder not in vectors:
        return [_finding("observation", one.id, "it has no vector, and none is pending")]
    text = one.said.text if one.said else ""
    pieces = set(range(len(pieces_of(text, name=one.speaker_name))))
    if vectors[embedder] != pieces:
        return [_finding("embedding", one.id, "its vectors are not those of its pieces; rebuild")]
    return []


def _vectors(ids: Sequence[UUID]) -> dict[UUID, dict[str, set[int]]]:
    """For each observation and embedder the pieces that have a vector."""
    found: dict[UUID, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    rows = Embedding.objects.here().filter(observation__in=ids)
    for observation_id, embedder, piece in rows.values_list("observation_id", "embedder", "piece"):
        found[observation_id][embedder].add(piece)
    return found


def _words(positions: Sequence[int]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = defaultdict(dict)
    rows = Posting.objects.here().filter(position__in=positions)
    for position, term, frequency in rows.values_list("position", "term", "frequency"):
        found[position][term] = frequency
    return found


def _finding(table: str, observation_id: UUID, what: str) -> Finding:
    return Finding(check=CHECK, table=table, id=str(observation_id), what=what)
