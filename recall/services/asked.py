"""The terms of a question as BM25 asks for them: their weights, and how much of each is read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Self

from recall.services.bm25 import LEAST_DOCUMENTS, inverse_frequency, saturation, weight
from recall.services.statistics import Corpus, corpus, frequencies_of


@dataclass(frozen=True)
class Asked:
    """The terms that stand somewhere in the workspace, the rarest first."""

    corpus: Corpus
    terms: Mapping[str, float]
    frequencies: Mapping[str, int]

    @classmethod
    def of(cls, terms: Mapping[str, float]) -> Self:
        """These terms, each with its weight in the question. Inside the workspace."""
        frequencies = frequencies_of(terms) if terms else {}
        return cls.among(corpus(), terms=terms, frequencies=frequencies)

    @classmethod
    def among(
        cls, corpus: Corpus, *, terms: Mapping[str, float], frequencies: Mapping[str, int]
    ) -> Self:
        """These terms, where it is known already in how many texts each stands."""
        known = sorted((count, term) for term in terms if (count := frequencies.get(term, 0)))
        return cls(
            corpus=corpus,
            terms={term: terms[term] for _, term in known},
            frequencies={term: count for count, term in known},
        )

    def shares(self, most: int) -> dict[str, int]:
        """How many postings of each term are read: all of the rarer ones, as far as they fit.

        Where the rarest alone is more than `most`, that many.
        """
        shares: dict[str, int] = {}
        left = most
        for term, count in self.frequencies.items():
            if shares and count > left:
                break
            shares[term] = min(count, left)
            left -= shares[term]
        return shares

    def parameters(self, among: Collection[str], *, prefix: str = "") -> dict[str, Any]:
        """The values of SQL for these of the terms, best written once for each statement."""
        known, size = self.frequencies, self.corpus.documents
        told = max(LEAST_DOCUMENTS, size)
        return {
            **saturation(average=self.corpus.average),
            f"{prefix}terms": list(among),
            f"{prefix}weights": [self.terms[t] * weight(known[t], among=size) for t in among],
            f"{prefix}told": [
                self.terms[t] * inverse_frequency(known[t], among=told) for t in among
            ],
        }
