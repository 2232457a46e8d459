"""Finds what may be the same as an observation: alike in words or in meaning, without proof."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.kept import Kept
from provenance.database.tenancy import current_workspace
from provenance.models import Observation
from provenance.services.contributing.echo import FEWEST_WORDS
from provenance.services.contributing.normal_form import normal_form
from provenance.services.pairs import MOST_PAIRS, Alike, record_equivalents, without_lineage
from provenance.services.reading.with_source import read_with_source
from provenance.services.text_language import text_language
from recall.services.found import AllowedSql, within_allowed
from recall.services.semantic import cosines, search_semantic
from recall.services.terms import terms_of, trigrams

# The share of common trigrams (Jaccard, of the normal forms) from which two texts are alike. Of
# two turns of one conversation the nearest share 0.31 in the median, 0.45 at most.
LEAST_TRIGRAMS = 0.6
# The cosine from which two texts may say the same. With e5-small, paraphrases of one passage lie
# at 0.954 in the median and other passages below 0.87; small talk reaches 0.96 in one turn of
# twenty. Other models spread their cosines wider.
_E5 = 0.96
LEAST_COSINE = {"e5-small": _E5, "e5-small-q4": _E5}
OTHERS = 0.85
# Texts are compared by their beginnings, and sought by their longest words: the rarest, mostly.
_COMPARED = 4_000
_SOUGHT = 12
_NEWEST = 500
_CANDIDATES = 12
_NEAR = 50
# What says the same lies in the same cell, or in one beside it.
_SHARE = 1 / 8

_SHARING = """
SELECT p.position, count(*)::float8 AS score, 0.0 AS matched
FROM unnest(%(terms)s::text[]) AS q (term) CROSS JOIN LATERAL (
  SELECT position FROM posting
  WHERE workspace_id = %(workspace)s AND term = q.term
  ORDER BY position DESC LIMIT %(newest)s
) AS p
GROUP BY p.position HAVING count(*) >= %(least)s ORDER BY score DESC, p.position DESC
"""

_WORTH = f"one.word_count >= {FEWEST_WORDS} AND one.lane = 'open'"
_OF_THAT_TEXT = Kept(
    Observation,
    rest=f"WHERE one.workspace_id = %(here)s AND one.text_sha256 = %(text)s AND {_WORTH}"
    " AND one.id <> %(own)s ORDER BY one.position LIMIT %(most)s",
)
_OTHERS = f"""
SELECT one.id, one.position FROM observation AS one
WHERE one.workspace_id = %(here_)s AND {_WORTH} AND one.id <> %(own)s
"""  # noqa: S608 - our own SQL
_OF_OTHER_TEXT = _OTHERS + " AND one.text_sha256 <> %(own_text)s"


def pair_alike(*, vectors: Mapping[UUID, Any], embedder: str, lexical: bool, at: datetime) -> int:
    """Records the possible equivalents of these observations; returns how many.

    `vectors` are theirs by `embedder` (name@revision), of long texts those of the first piece;
    where its likeness means shared words only (`lexical`), vectors are not compared. Texts of
    fewer than five words are like nothing.
    Inside the workspace, once words and vectors are stored; never where an event is recorded.
    """
    return sum(
        record_equivalents(
            one, list(_alike(one, vectors[one.id], embedder=embedder, lexical=lexical)), at=at
        )
        for one in _worth_comparing(vectors)
    )


def alike_in_words(*, observation_id: UUID) -> int:
    """With how many others it may be the same, by the same words or nearly: MOST_PAIRS at most.

    What it is known to be a copy of, or to come from, does not count. Its own words need not be
    indexed. Inside the workspace.
    """
    for one in _worth_comparing([observation_id]):
        found = [*_by_text(one), *_by_trigrams(one, AllowedSql(_OF_OTHER_TEXT, _own(one)))]
        return min(MOST_PAIRS, len(without_lineage(one, found)))
    return 0


def _worth_comparing(observation_ids: Collection[UUID]) -> list[Any]:
    rows = read_with_source(observation_ids).values()
    worth = [row for row in rows if row.word_count >= FEWEST_WORDS and not row.erased]
    return sorted(worth, key=lambda row: row.position)


def _alike(observation: Any, vector: Any, *, embedder: str, lexical: bool) -> Iterator[Alike]:
    """By the same text, by trigrams, by meaning: each other one once, the surest first."""
    own = _own(observation)
    others = AllowedSql(_OTHERS, own)
    met: set[UUID] = set()
    for one in (
        *_by_text(observation),
        *_by_trigrams(observation, AllowedSql(_OF_OTHER_TEXT, own)),
        *([] if lexical else _by_meaning(vector, others, embedder=embedder)),
    ):
        if one.other.id not in met:
            met.add(one.other.id)
            yield one


def _own(observation: Any) -> dict[str, Any]:
    """What the other ones are not."""
    text = observation.text_sha256
    return {"here_": current_workspace(), "own": observation.id, "own_text": text}


def _by_text(observation: Any) -> Iterator[Alike]:
    same = _OF_THAT_TEXT.rows(own=observation.id, text=observation.text_sha256, most=MOST_PAIRS + 1)
    for other in same:
        yield Alike(other, "text", 1.0)


def _by_trigrams(observation: Any, others: AllowedSql) -> list[Alike]:
    text = observation.content.text
    terms = terms_of(text, language=text_language())
    sought = sorted(terms, key=lambda term: (-len(term), term))[:_SOUGHT]
    found = within_allowed(
        allowed=others,
        scores=_SHARING,
        parameters={
            "terms": sought,
            "workspace": current_workspace(),
            "newest": _NEWEST,
            "least": max(1, len(sought) // 2),
        },
        limit=_CANDIDATES,
    )
    own = _trigrams_of(text)
    rows = _rows([one.observation_id for one in found]).values()
    alike = [
        Alike(row, "trigram", _jaccard(own, _trigrams_of(row.content.text)))
        for row in rows
        if row.said is not None
    ]
    return _best(alike, least=LEAST_TRIGRAMS)


def _by_meaning(vector: Any, others: AllowedSql, *, embedder: str) -> list[Alike]:
    found = search_semantic(
        allowed=others,
        query=vector,
        embedder=embedder,
        limit=_CANDIDATES,
        near=_NEAR,
        share=_SHARE,
    )
    least = LEAST_COSINE.get(embedder.split("@", maxsplit=1)[0], OTHERS)
    ids = [one.observation_id for one in found if one.score >= least]
    # A passage of a long text that says the same does not make the whole of it alike.
    near = cosines(query=vector, embedder=embedder, observation_ids=ids, pieces=1) if ids else {}
    rows = _rows(list(near))
    return _best([Alike(rows[one], "vector", min(1.0, near[one])) for one in rows], least=least)


def _best(alike: list[Alike], *, least: float) -> list[Alike]:
    enough = [one for one in alike if one.likeness >= least]
    return sorted(enough, key=lambda one: (-one.likeness, one.other.position))


def _rows(observation_ids: list[UUID]) -> dict[UUID, Any]:
    if not observation_ids:
        return {}
    return dict(read_with_source(observation_ids))


def _trigrams_of(text: str) -> set[str]:
    return trigrams(normal_form(text[:_COMPARED]))


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)
