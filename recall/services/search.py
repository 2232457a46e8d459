"""Finds candidates: each stage in its own function, all of them over the allowed rows."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.services.text_language import text_language
from recall.services.asked import Asked
from recall.services.gather import gather
from recall.services.lexical import Unread, search_lexical
from recall.services.query_vector import QueryVector
from recall.services.question import Candidate, Question
from recall.services.ranking.rank import rank
from recall.services.ranking.ranking import Ranking
from recall.services.ranking.recency import recency
from recall.services.route import Route
from recall.services.semantic import search_semantic
from recall.services.spelling import alike
from recall.services.statistics import Corpus, corpus, frequencies_of, information
from recall.services.terms import query_terms
from recall.services.timings import Timings
from recall.services.windows import Window

# So many of each stage are candidates. In a workspace of some conversations what is further back
# is brought to the front by what stands around it; among many, others stand as near.
SMALL, DEPTH_OF_SMALL, DEPTH = 20_000, 200, 100
# So many of the newest are looked at for what is recent.
NEWEST = 200
# Of so many terms of a question it is counted where they stand; the rarest that stand somewhere are
# asked for. In scripts without spaces a sentence has twice as many terms as characters.
MOST_TERMS_COUNTED, MOST_TERMS_ASKED = 512, 64


class Search:
    """One search over the allowed rows; remembers what abstention has to know."""

    def __init__(self, *, allowed: Any, question: Question, timings: Timings) -> None:
        self.allowed, self.question, self.timings = allowed, question, timings
        self.by_query, self.information = False, 0.0
        self.terms, self.corpus = 0, Corpus(0, 1.0)
        self.asked = Asked(self.corpus, {}, {})
        # Of the question's own terms, without those that are like them.
        self.frequencies: dict[str, int] = {}
        self.unread = Unread()
        self.unknown = 0.0
        self.ranking: Ranking | None = None

    def run(self, *, route: Route, query: QueryVector, at: datetime) -> list[Candidate]:
        """The candidates, best first."""
        if route.intent == "recent" or not self.question.text:
            return self.recent(within=route.window, at=at)
        self.by_query = True
        if not query_terms(self.question.text):
            return []  # marks and signs alone ask for nothing
        lexical = self._lexical()
        semantic = self._semantic(query)
        weight = self.question.recency_weight
        with self.timings.of("ranking"):
            self.ranking = rank(
                gather(lexical=lexical, semantic=semantic),
                allowed=self.allowed,
                text=self.question.text,
                asked=self.asked,
                terms=self.terms,
                information=self.information,
                query=query,
                recency_weight=route.recency_weight if weight is None else weight,
                kinds=route.kinds,
                at=at,
            )
        return self.ranking.candidates if self.ranking else []

    def confidence(self, holding: Collection[Candidate]) -> float:
        """The chance, 0–1, that the question has its answer among what holds of the found."""
        if self.ranking is None:
            return 0.0
        among = [candidate.position for candidate in holding]
        return self.ranking.confidence(among=among, unknown=self.unknown)

    def recent(self, *, within: Window | None, at: datetime) -> list[Candidate]:
        """The newest events; those of unknown time come last, and not at all within a window."""
        with self.timings.of("recency"):
            # Two ranges, since one order over both would not find the index.
            columns = ("id", "position", "ordered_at")
            known = self.allowed.newest_first()
            if within is not None:
                known = known.filter(ordered_at__gte=within.since, ordered_at__lt=within.until)
            rows = list(known.values_list(*columns)[:NEWEST])
            if len(rows) < NEWEST and within is None:
                untimed = self.allowed.of_unknown_time().values_list(*columns)
                rows += untimed[: NEWEST - len(rows)]
            return [_recent(*row, rank=rank, at=at) for rank, row in enumerate(rows, start=1)]

    def _terms(self) -> list[str]:
        return query_terms(self.question.text, language=text_language())

    def _lexical(self) -> Any:
        with self.timings.of("terms"):
            counted = frequencies_of(self._terms()[:MOST_TERMS_COUNTED])
            terms = dict.fromkeys(rarest(counted), 1.0)
            self.corpus, frequencies = corpus(), {term: counted[term] for term in terms}
            self.frequencies, texts = dict(frequencies), self.corpus.documents
            self.information = information(terms=terms, frequencies=frequencies, documents=texts)
        with self.timings.of("trigram"):
            unseen = [term for term in terms if not frequencies.get(term)]
            meant = {term: alike(term=term) for term in unseen}
            for found in meant.values():
                terms.update(found)
            lost = {term: 1 - max(found.values(), default=0.0) for term, found in meant.items()}
            lacking = information(terms=lost, frequencies={}, documents=texts)
            self.unknown = lacking / max(self.information, 1e-9)
            if alike_terms := terms.keys() - frequencies.keys():
                frequencies |= frequencies_of(alike_terms)
        self.terms = len(terms)
        self.asked = Asked.among(self.corpus, terms=terms, frequencies=frequencies)
        with self.timings.of("lexical"):
            read = search_lexical(allowed=self.allowed, asked=self.asked, limit=self._depth())
            self.unread = read.unread
            return read.found

    def _semantic(self, query: QueryVector) -> Any:
        if query.vector is None or query.embedder is None:
            return []
        with self.timings.of("semantic"):
            return search_semantic(
                allowed=self.allowed,
                query=query.vector,
                embedder=query.embedder,
                limit=self._depth(),
                near=2 * self._depth(),
            )

    def _depth(self) -> int:
        """How many candidates each stage gives: as many as are asked for, where that is more."""
        depth = DEPTH_OF_SMALL if self.corpus.documents <= SMALL else DEPTH
        return max(depth, self.question.limit)


def rarest(counted: Mapping[str, int]) -> list[str]:
    """The terms to ask for: where they are too many, the rarest that are known, then the others."""
    terms = list(counted)
    if len(terms) <= MOST_TERMS_ASKED:
        return terms
    return sorted(terms, key=lambda term: (not counted[term], counted[term], term))[
        :MOST_TERMS_ASKED
    ]


def _recent(
    observation_id: UUID,
    position: int,
    happened_at: datetime | None,
    *,
    rank: int,
    at: datetime,
) -> Candidate:
    """A candidate that is as good as it is recent."""
    when = None if happened_at is None else happened_at.timestamp()
    score = recency(happened_at=when, at=at.timestamp())
    return Candidate(
        observation_id, position, recency=score, score=score, rank=rank, stages=("recency",)
    )
