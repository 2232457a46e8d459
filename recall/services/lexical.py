"""Finds observations by their words: BM25 over postings, the rarer words first."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from provenance.database.tenancy import current_workspace
from recall.services.bm25 import K1, LEAST_DOCUMENTS, SATURATED, B, inverse_frequency
from recall.services.found import Found, within_allowed
from recall.services.statistics import Corpus, corpus, frequencies_of

# So many postings are read for one question, whatever the size of the workspace.
MOST_READ = 20_000
# What the rarer terms found is completed with the commoner ones, for so many of the best.
COMPLETED = 500

_READ = f"""
SELECT p.position, sum(q.weight * {SATURATED}) AS score, sum(q.told) AS matched
FROM unnest(%(terms)s::text[], %(weights)s::float8[], %(told)s::float8[], %(shares)s::int[])
     AS q (term, weight, told, share)
CROSS JOIN LATERAL (
  SELECT position, frequency, length FROM posting
  WHERE workspace_id = %(workspace)s AND term = q.term ORDER BY position DESC LIMIT q.share
) AS p
GROUP BY p.position ORDER BY score DESC, p.position DESC
"""  # noqa: S608 - our own SQL
_LOOK_UP = f"""
SELECT p.position, sum(q.weight * {SATURATED}) AS score, sum(q.told) AS matched
FROM unnest(%(positions)s::bigint[]) AS c (position)
CROSS JOIN unnest(%(terms)s::text[], %(weights)s::float8[], %(told)s::float8[])
     AS q (term, weight, told)
CROSS JOIN LATERAL (
  SELECT position, frequency, length FROM posting
  WHERE workspace_id = %(workspace)s AND term = q.term AND position = c.position LIMIT 1
) AS p
GROUP BY p.position
"""  # noqa: S608 - our own SQL


@dataclass(frozen=True)
class Unread:
    """What the bound left unread: of how many of the question's terms, how many postings.

    What the rarer terms found is completed with these terms; what holds these alone, and lies
    beyond the newest that were read, is not found by them.
    """

    terms: int = 0
    postings: int = 0


@dataclass(frozen=True)
class Read:
    """What words found, best first, and what was left unread."""

    found: list[Found]
    unread: Unread


def search_lexical(*, allowed: Any, terms: Mapping[str, float], limit: int) -> Read:
    """The best observations of `allowed` by BM25 (Robertson & Zaragoza 2009), best first.

    `terms` maps each term to its weight (1 for a word of the question, less for its like).
    `matched` of a result is the information that its terms cover (`statistics.information`).
    At most MOST_READ postings are read, of the rarer terms first. The scores are exact: those of
    the best COMPLETED candidates and the newest of a term that is too common to be read whole.
    """
    question = _Question.of(terms)
    shares = question.shares()
    if not shares:
        return Read([], Unread())
    unread = Unread(
        terms=sum(question.frequencies[term] > shares.get(term, 0) for term in question.terms),
        postings=sum(question.frequencies.values()) - sum(shares.values()),
    )
    found = within_allowed(
        allowed=allowed,
        scores=_READ,
        parameters={**question.parameters(shares), "shares": list(shares.values())},
        limit=max(limit, COMPLETED) if unread.terms else limit,
    )
    if unread.terms:
        found = _completed(found, question)
    return Read(found[:limit], unread)


def scores_of(
    *, terms: Mapping[str, float], positions: Collection[int]
) -> dict[int, tuple[float, float]]:
    """(score, matched) of these ledger positions, as `search_lexical` would give them.

    Looked up one by one, so that nothing is left unread; a position without any of the terms is
    left out.
    """
    return _look_up(_Question.of(terms), positions)


@dataclass(frozen=True)
class _Question:
    """The terms that stand somewhere, rarest first, with what BM25 has to know of them."""

    corpus: Corpus
    terms: dict[str, float]
    frequencies: dict[str, int]

    @classmethod
    def of(cls, terms: Mapping[str, float]) -> "_Question":
        frequencies = frequencies_of(list(terms)) if terms else {}
        known = sorted((count, term) for term, count in frequencies.items() if count)
        return cls(
            corpus(),
            {term: terms[term] for _, term in known},
            {term: count for count, term in known},
        )

    def shares(self) -> dict[str, int]:
        """How many postings of each term are read: all of the rarer ones, as far as they fit.

        Where the rarest alone is too common, its newest.
        """
        shares: dict[str, int] = {}
        left = MOST_READ
        for term, count in self.frequencies.items():
            if shares and count > left:
                break
            shares[term] = min(count, left)
            left -= shares[term]
        return shares

    def parameters(self, among: Collection[str]) -> dict[str, Any]:
        """The values of both statements, for these of the terms."""
        known, size = self.frequencies, self.corpus.documents
        told = max(LEAST_DOCUMENTS, size)
        return {
            "workspace": current_workspace(),
            "k1": K1,
            "b": B,
            "average": self.corpus.average,
            "terms": list(among),
            "weights": [self.terms[t] * inverse_frequency(known[t], among=size) for t in among],
            "told": [self.terms[t] * inverse_frequency(known[t], among=told) for t in among],
        }


def _completed(found: list[Found], question: _Question) -> list[Found]:
    scores = _look_up(question, [one.position for one in found])
    whole = [Found(one.observation_id, *scores[one.position], one.position) for one in found]
    return sorted(whole, key=lambda one: (-one.score, -one.position))


def _look_up(question: _Question, positions: Collection[int]) -> dict[int, tuple[float, float]]:
    if not question.terms or not positions:
        return {}
    with connection.cursor() as cursor:
        values = {**question.parameters(question.terms), "positions": list(positions)}
        cursor.execute(_LOOK_UP, values)
        return {position: (float(score), float(told)) for position, score, told in cursor}
