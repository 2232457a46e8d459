"""Finds observations by their words: BM25 over postings, the rarer words first."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from provenance.database.prepared import fetch
from provenance.database.tenancy import current_workspace
from recall.services.arrays import bigints
from recall.services.asked import Asked
from recall.services.bm25 import SCORE
from recall.services.found import Found, within_allowed

# So many postings are read for one question, whatever the size of the workspace; and so many
# more looked up one by one, for the best of the texts that were found by then.
MOST_READ, MOST_LOOKED_UP = 8_000, 4_000

_READ = f"""
SELECT p.position, sum({SCORE}) AS score, sum(q.told) AS matched
FROM unnest(%(terms)s::text[], %(weights)s::float8[], %(told)s::float8[], %(shares)s::int[])
     AS q (term, weight, told, share)
CROSS JOIN LATERAL (
  SELECT position, frequency, length FROM posting
  WHERE workspace_id = %(workspace)s AND term = q.term ORDER BY position DESC LIMIT q.share
) AS p
GROUP BY p.position
"""  # noqa: S608 - our own SQL
# OFFSET keeps the planner from turning the look-ups into one reading of the whole term. An array
# that is in order already is sorted again, for each term, at next to no cost.
_LOOK_UP = f"""
SELECT p.position, sum({SCORE}) AS score, sum(q.told) AS matched
FROM unnest(%(other_terms)s::text[], %(other_weights)s::float8[], %(other_told)s::float8[])
     AS q (term, weight, told)
CROSS JOIN LATERAL (
  SELECT position, frequency, length FROM posting
  WHERE workspace_id = %(workspace)s AND term = q.term AND position = ANY({{positions}}) OFFSET 0
) AS p
GROUP BY p.position
"""  # noqa: S608 - our own SQL
_LOOK_UP_GIVEN = _LOOK_UP.format(positions="%(positions)s::bigint[]")
_LOOK_UP_BEST = _LOOK_UP.format(positions="ARRAY(SELECT position FROM best ORDER BY position)")
_BEST_FIRST = "ORDER BY score DESC, position DESC"
# Whatever is completed scores at least as high as what is not: the rest comes after it, and is
# sorted only where so little of the best is allowed that it is asked for.
_READ_AND_COMPLETED = f"""
WITH read AS MATERIALIZED ({_READ}),
     best AS MATERIALIZED (SELECT * FROM read {_BEST_FIRST} LIMIT %(completed)s),
     more AS ({_LOOK_UP_BEST})
(SELECT position, best.score + coalesce(more.score, 0) AS score,
        best.matched + coalesce(more.matched, 0) AS matched
 FROM best LEFT JOIN more USING (position) {_BEST_FIRST})
UNION ALL (SELECT * FROM read {_BEST_FIRST} OFFSET %(completed)s)
"""  # noqa: S608 - our own SQL


@dataclass(frozen=True)
class Unread:
    """What the bound left unread: of how many of the question's terms, how many postings.

    What holds these terms alone, and lies beyond the newest that were read, is not found by them.
    """

    terms: int = 0
    postings: int = 0


@dataclass(frozen=True)
class Read:
    """What words found, best first, and what was left unread."""

    found: list[Found]
    unread: Unread


def search_lexical(*, allowed: Any, asked: Asked, limit: int) -> Read:
    """The best observations of `allowed` by BM25, the newer of two equals first.

    The terms of `asked` weigh 1 for a word of the question, less for its like.
    `matched` of a result is the information that its terms cover (`statistics.information`).
    At most MOST_READ postings are read, of the rarer terms first; the best that these find are
    completed with the commoner terms. The score of what is returned is exact in any case.
    """
    shares = asked.shares(MOST_READ)
    if not shares:
        return Read([], Unread())
    others = [term for term in asked.terms if term not in shares]
    found = within_allowed(
        allowed=allowed,
        scores=_READ_AND_COMPLETED if others else f"{_READ} {_BEST_FIRST}",
        parameters={
            "workspace": current_workspace(),
            "completed": MOST_LOOKED_UP // max(1, len(others)),
            "shares": list(shares.values()),
            **asked.parameters(shares),
            **asked.parameters(others, prefix="other_"),
        },
        limit=limit,
    )
    if others:
        found = _exactly(found, asked)
    unread = [asked.frequencies[term] - shares.get(term, 0) for term in asked.terms]
    return Read(found, Unread(terms=sum(map(bool, unread)), postings=sum(unread)))


def scores_of(*, asked: Asked, positions: Collection[int]) -> dict[int, tuple[float, float]]:
    """(score, matched) of these ledger positions, as `search_lexical` gives them.

    Looked up one by one, so that nothing is left unread; a position without any of the terms is
    left out.
    """
    return _look_up(asked, positions)


def _exactly(found: list[Found], asked: Asked) -> list[Found]:
    """With the commoner terms, also where so few were allowed that incomplete ones came up."""
    scores = _look_up(asked, [one.position for one in found])
    whole = [Found(one.observation_id, *scores[one.position], one.position) for one in found]
    return sorted(whole, key=lambda one: (-one.score, -one.position))


def _look_up(asked: Asked, positions: Collection[int]) -> dict[int, tuple[float, float]]:
    if not asked.terms or not positions:
        return {}
    values = {
        "workspace": current_workspace(),
        "positions": bigints(positions),
        **asked.parameters(asked.terms, prefix="other_"),
    }
    return {position: (score, told) for position, score, told in fetch(_LOOK_UP_GIVEN, values)}
