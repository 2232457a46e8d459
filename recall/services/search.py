"""Finds candidates: each stage in its own function, all of them over the allowed rows."""

from datetime import datetime
from typing import Any

from django.db.models import F

from provenance.services.text_language import text_language
from recall.services.fusion import PERSONS_WORDS, fuse, gather, recency
from recall.services.lexical import Unread, search_lexical
from recall.services.query_vector import QueryVector
from recall.services.question import Candidate, Question
from recall.services.route import Route
from recall.services.semantic import cosines, search_semantic
from recall.services.spelling import alike
from recall.services.statistics import frequencies_of, information
from recall.services.terms import query_terms
from recall.services.timings import Timings

DEPTH = 200
NEAR = 400
MOST_TERMS_ASKED = 64


class Search:
    """One search over the allowed rows; remembers what abstention has to know."""

    def __init__(self, *, allowed: Any, question: Question, timings: Timings) -> None:
        self.allowed, self.question, self.timings = allowed, question, timings
        self.by_query, self.information = False, 0.0
        self.frequencies: dict[str, int] = {}
        self.unread = Unread()

    def run(self, *, route: Route, query: QueryVector, at: datetime) -> list[Candidate]:
        """The candidates, best first."""
        if route.intent == "recent" or not self.question.text:
            return self.recent(at=at)
        self.by_query = True
        if not query_terms(self.question.text):
            return []  # marks and signs alone ask for nothing
        lexical = self._lexical()
        semantic = self._semantic(query)
        candidates = gather(lexical=lexical, semantic=semantic)
        with self.timings.of("fusion"):
            self._complete(candidates, query=query, at=at)
            weight = self.question.recency_weight
            return fuse(
                candidates, recency_weight=route.recency_weight if weight is None else weight
            )

    def recent(self, *, at: datetime) -> list[Candidate]:
        """The newest events; those of unknown time come last, and not at all within a window."""
        with self.timings.of("recency"):
            # Two ranges, since one order over both would not find the index.
            rows = list(self.allowed.newest_first().values_list("id", "ordered_at")[:DEPTH])
            if len(rows) < DEPTH:
                untimed = self.allowed.of_unknown_time().values_list("id", "ordered_at")
                rows += untimed[: DEPTH - len(rows)]
            return [
                Candidate(
                    observation_id,
                    recency=recency(happened_at=happened_at, at=at),
                    score=recency(happened_at=happened_at, at=at),
                    stages=("recency",),
                )
                for observation_id, happened_at in rows
            ]

    def _terms(self) -> list[str]:
        return query_terms(self.question.text, language=text_language())

    def _lexical(self) -> Any:
        with self.timings.of("terms"):
            terms = dict.fromkeys(self._terms()[:MOST_TERMS_ASKED], 1.0)
            frequencies = self.frequencies = frequencies_of(list(terms))
            self.information = information(terms=terms, frequencies=frequencies)
        with self.timings.of("trigram"):
            for term in [term for term in terms if not frequencies.get(term)]:
                terms.update(alike(term=term))
        with self.timings.of("lexical"):
            read = search_lexical(allowed=self.allowed, terms=terms, limit=DEPTH)
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
                limit=DEPTH,
                near=NEAR,
            )

    def _complete(self, candidates: Any, *, query: QueryVector, at: datetime) -> None:
        """Fills in what a stage did not see: cosines of what words found, and event times."""
        ids = list(candidates)
        unseen = [one for one in ids if candidates[one].semantic is None]
        if query.vector is not None and query.embedder is not None and unseen:
            nearness = cosines(query=query.vector, embedder=query.embedder, observation_ids=unseen)
            for one, cosine in nearness.items():
                candidates[one].semantic = cosine
        rows = self.allowed.filter(id__in=ids).values_list("id", F("ordered_at"), "admitted_as")
        for one, happened_at, admitted_as in rows:
            candidates[one].recency = recency(happened_at=happened_at, at=at)
            candidates[one].persons_word = admitted_as in PERSONS_WORDS
