"""What a search stage finds, and the one way in which every stage stays within the allowed rows."""

from typing import Any, NamedTuple
from uuid import UUID

from provenance.database.prepared import compiled, fetch


class Found(NamedTuple):
    """One observation that a stage found, and its ledger position.

    `score` is the stage's own; higher is better.
    """

    observation_id: UUID
    score: float
    matched: float
    position: int


class AllowedSql(NamedTuple):
    """Allowed rows by a statement of our own for (id, position), and its named values."""

    sql: str
    named: dict[str, Any]


def within_allowed(
    *, allowed: Any, scores: str, parameters: dict[str, Any], limit: int
) -> list[Found]:
    """The first `limit` rows of `scores` that are in `allowed`: a queryset, or `AllowedSql`.

    `scores` is SQL for (position, score, matched), best first. Its rows are looked up in the
    allowed ones one after another, by index, until enough are found: the LIMIT inside keeps the
    planner from reading the whole workspace to join it.
    """
    inner, named = allowed_sql(allowed)
    rows = fetch(
        f"SELECT a.id, s.score, s.matched, s.position FROM ({scores}) AS s"  # noqa: S608 - our own SQL
        f" CROSS JOIN LATERAL (SELECT o.id FROM ({inner}) AS o (id, position)"
        "  WHERE o.position = s.position LIMIT 1) AS a LIMIT %(found)s",
        {**parameters, **named, "found": limit},
    )
    return [Found(*row) for row in rows]


def allowed_sql(allowed: Any) -> tuple[str, dict[str, Any]]:
    """The allowed rows as SQL for (id, position), and the values of its named parameters."""
    if isinstance(allowed, AllowedSql):
        return allowed
    return compiled(allowed, "id", "position", prefix="allowed")
