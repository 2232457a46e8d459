"""What samples teach: rows of features and signals, made by the service's own code."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from recall.evaluation.answered import FOREIGN
from recall.evaluation.training.listwise import Listed
from recall.evaluation.training.newton import Matrix
from recall.evaluation.training.sample import Sample
from recall.services.abstention import LEAST_CANDIDATES
from recall.services.ranking.confidence import signals
from recall.services.ranking.evidence import Column
from recall.services.ranking.model import Model

ANSWERED, ELSEWHERE, ADVERSARIAL = "own", "foreign", "unanswerable"
# Of the questions that have no answer here, how much each kind counts beside the other.
COUNTS = {ELSEWHERE: 0.8, ADVERSARIAL: 0.2}


@dataclass(frozen=True)
class Lesson:
    """Samples of one benchmark."""

    name: str
    samples: Sequence[Sample]


@dataclass(frozen=True)
class Signals:
    """A row of signals for each question; `true` is 1 where it has its answer here."""

    names: list[str]
    rows: Matrix
    true: Column
    counts: Column


def named(lessons: Sequence[Lesson]) -> list[str]:
    """The features' names, in the order of their columns."""
    ranked = (one for each in lessons for one in each.samples if one.evidence is not None)
    return next(ranked).features[0]


def listed(lessons: Sequence[Lesson]) -> Iterator[Listed]:
    """The questions to learn the order from: a benchmark counts by the root of their number."""
    for lesson in lessons:
        teaching = [one for one in lesson.samples if one.teaches]
        for one in teaching:
            yield Listed(
                features=one.features[1],
                gold=one.gold / one.gold.sum(),
                weight=1 / sqrt(len(teaching)),
            )


def signalled(lessons: Sequence[Lesson], *, model: Model) -> Signals:
    """The questions to learn the confidence from.

    A benchmark counts by the root of their number, half of it for those that have their answer
    here, half for the others: by COUNTS, whatever the number of each kind.
    """
    found, true, counts = [], [], []
    for lesson in lessons:
        decided = [one for one in lesson.samples if is_decided(one)]
        numbers = Counter(kind_of(one) for one in decided)
        others = sum(COUNTS[kind] for kind in numbers if kind != ANSWERED)
        for one in decided:
            kind = kind_of(one)
            share = 1.0 if kind == ANSWERED else COUNTS[kind] / others
            found.append(signals_of(one, model=model))
            true.append(float(kind == ANSWERED))
            counts.append(sqrt(len(decided)) * share / numbers[kind])
    return Signals(
        names=list(found[0]),
        rows=np.array([list(one.values()) for one in found]),
        true=np.array(true),
        counts=np.array(counts),
    )


def signals_of(sample: Sample, *, model: Model) -> dict[str, float]:
    """The signals of a question that the service ranked, over what holds."""
    if sample.evidence is None:
        raise ValueError("The service did not rank this question.")
    held = sample.evidence.only(sample.holds)
    return signals(held, sums=sample.sums(model)[sample.holds], unknown=sample.unknown)


def is_decided(sample: Sample) -> bool:
    """True where the learned confidence decides whether recall answers."""
    return sample.evidence is not None and int(sample.holds.sum()) >= LEAST_CANDIDATES


def kind_of(sample: Sample) -> str:
    """Whether the question has its answer here, elsewhere, or nowhere."""
    if sample.kind == FOREIGN:
        return ELSEWHERE
    return ANSWERED if sample.answerable else ADVERSARIAL
