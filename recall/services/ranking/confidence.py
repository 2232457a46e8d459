"""How sure the memory is that what it found answers the question."""

import json
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from pathlib import Path

import numpy as np

from recall.services.ranking.evidence import Column, Evidence
from recall.services.ranking.features import question_length

WEIGHTS = Path(__file__).with_name("confidence.json")
_BEST, _AGREEING, _SCATTERED = 5, 10, 100
# Answers give four digits of a chance: beyond it they would say 1.
_SUREST = 9.0


@dataclass(frozen=True)
class Judge:
    """A logistic model over the signals. Below `least` the memory abstains."""

    weights: dict[str, float]
    offset: float
    least: float


@lru_cache(maxsize=1)
def current_judge() -> Judge:
    """The weights of this release, as `make train-ranker` wrote them."""
    read = json.loads(WEIGHTS.read_text())
    return Judge(read["weights"], read["offset"], read["least"])


def signals(evidence: Evidence, *, sums: Column, unknown: float) -> dict[str, float]:
    """What tells whether the best of the candidates is an answer.

    `sums` are the ranking's; `unknown` is the share of the question's information in words that
    the workspace has never seen. Where the answer is here, words and meaning find the same, and
    the nearest stand out from the rest. Those of `others` see a subject that disagrees: the
    question names one speaker, and the best evidence is somebody else's.
    """
    best = np.argsort(-sums, kind="stable")[:_BEST]
    first = best[0]
    nearest = np.sort(evidence.cosine)[::-1]
    named, others = evidence.speaker_named > 0, evidence.other_named > 0
    return {
        "best_matched": float(evidence.matched.max()),
        "first_matched": float(evidence.matched[first]),
        "five_matched": float(evidence.matched[best].mean()),
        "best_cosine": (float(evidence.cosine.max()) - 0.8) * 10,
        "first_cosine": (float(evidence.cosine[first]) - 0.8) * 10,
        "spread": (float(evidence.cosine.max()) - float(np.median(evidence.cosine))) * 10,
        "five_spread": float(nearest[:_BEST].mean() - np.median(nearest)) * 10,
        "scatter": float(nearest[:_SCATTERED].std()) * 10,
        "agreement": _agreement(evidence),
        "question_length": question_length(evidence),
        "first_sum": float(sums[first]) / 10,
        "lead": float(sums[first] - sums[best].mean()) / 10,
        "unknown": unknown,
        "names_speaker": float(named.any()),
        "first_is_others": float(others[first]),
        "others_are_nearer": _nearer(sums, others=others, named=named) / 10,
        "others_match_more": _nearer(evidence.matched, others=others, named=named),
        "others_mean_more": _nearer(evidence.cosine, others=others, named=named) * 10,
        "of_five_others": float(others[best].mean()),
    }


def confidence(found: dict[str, float], *, judge: Judge) -> float:
    """The chance, 0–1, that a question with these signals has its answer here."""
    total = judge.offset + sum(
        judge.weights.get(name, 0.0) * value for name, value in found.items()
    )
    return 1 / (1 + exp(-max(-_SUREST, min(_SUREST, total))))


def _agreement(evidence: Evidence) -> float:
    """The share of the best ten by words that are among the best ten by meaning."""
    both = (evidence.word_rank < _AGREEING) & (evidence.meaning_rank < _AGREEING)
    return float(both.sum()) / _AGREEING


def _nearer(values: Column, *, others: np.ndarray, named: np.ndarray) -> float:
    """By how much the best of somebody else's words beats the best of the one who is named."""
    if not (others.any() and named.any()):
        return 0.0
    return float(values[others].max() - values[named].max())
