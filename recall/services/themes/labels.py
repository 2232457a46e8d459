"""Words that tell a theme from the others: class-based TF-IDF, each theme being one document."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log1p

from recall.services.themes.words import words_of

MOST_LABELS = 5
# A word of one text alone is no theme, and might tell who reads the label more than the theme does.
_FEWEST_TEXTS = 2


def labels_of(themes: Sequence[Sequence[str]], *, language: str) -> list[list[str]]:
    """For the texts of each theme its labels, the most telling first: words as people wrote them.

    The weight of a term is its share of the theme's words, times log(1 + A / f): A is the average
    number of words of a theme, f how often the term stands in all of them.
    """
    told = [_Told(texts, language=language) for texts in themes]
    everywhere: Counter[str] = Counter()
    for one in told:
        everywhere.update(one.terms)
    average = everywhere.total() / (len(told) or 1)
    return [one.labels(everywhere, average=average) for one in told]


class _Told:
    """What the texts of one theme say."""

    def __init__(self, texts: Sequence[str], *, language: str) -> None:
        self.terms: Counter[str] = Counter()
        self._texts: Counter[str] = Counter()
        self._written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for text in texts:
            words = words_of(text, language=language)
            for (term, word), count in words.items():
                self.terms[term] += count
                self._written[term][word] += count
            self._texts.update({term for term, _ in words})

    def labels(self, everywhere: Counter[str], *, average: float) -> list[str]:
        total = self.terms.total()
        weights = {
            term: count / total * log1p(average / everywhere[term])
            for term, count in self.terms.items()
            if self._texts[term] >= _FEWEST_TEXTS
        }
        best = sorted(weights, key=lambda term: (-weights[term], term))
        return [self._word(term) for term in best[:MOST_LABELS]]

    def _word(self, term: str) -> str:
        """As it is written most often; of equals the first in the alphabet."""
        written = self._written[term]
        return min(written, key=lambda word: (-written[word], word))
