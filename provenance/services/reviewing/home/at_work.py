"""What the server is busy with: imports and embeddings."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from provenance.database.prepared import compiled, fetch
from provenance.database.tenancy import current_workspace
from provenance.models import ImportRun
from provenance.models.import_run import AT_WORK
from provenance.services.reading.reader import Reader
from provenance.services.reviewing.some import MOST_COUNTED, Some, some
from provenance.services.reviewing.visitor import Visitor

# The inner LIMIT keeps the planner from reading the ledger for those in sight.
_COUNT = """
SELECT count(*) FROM (
  SELECT FROM index_work w
  CROSS JOIN LATERAL (SELECT FROM ({sight}) AS s (id) WHERE s.id = w.observation_id LIMIT 1) AS seen
  WHERE w.workspace_id = %(here)s AND w.{which}_pending LIMIT %(most)s) AS pending
"""


@dataclass(frozen=True, kw_only=True)
class Running:
    """One import at work: `done` of `total` items."""

    plan_id: UUID
    name: str
    state: str
    done: int
    total: int


@dataclass(frozen=True, kw_only=True)
class AtWork:
    """Imports at work, for those who may reconcile; and how many of the observations that the
    visitor sees wait for a vector or a word index."""

    imports: Sequence[Running]
    embeddings: Some
    words: Some


def at_work(visitor: Visitor) -> AtWork:
    """Two queries. Inside the workspace."""
    embeddings, words = _pending(visitor.reader())
    runs = ImportRun.objects.here().filter(state__in=AT_WORK).select_related("plan")
    shown = list(runs.order_by("id")[:10]) if visitor.grants.of("reconcile") else []
    return AtWork(
        imports=[
            Running(
                plan_id=run.plan_id,
                name=run.plan.name,
                state=run.state.replace("_", " "),
                done=run.done,
                total=run.total,
            )
            for run in shown
        ],
        embeddings=some(embeddings),
        words=some(words),
    )


def _pending(reader: Reader) -> tuple[int, int]:
    sight, named = compiled(reader.observations(), "id", prefix="sight")
    asked = {"here": current_workspace(), "most": MOST_COUNTED + 1, **named}
    counts = (_COUNT.format(which=one, sight=sight) for one in ("semantic", "lexical"))
    ((embeddings, words),) = fetch(f"SELECT ({next(counts)}), ({next(counts)})", asked)
    return embeddings, words
