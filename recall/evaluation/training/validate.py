"""What the models find in conversations that they were not learned from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recall.evaluation.training.examples import Lesson, is_decided, signals_of
from recall.evaluation.training.fit import fit_judge, fit_model
from recall.evaluation.training.sample import Sample
from recall.services.abstention import NEARLY_ALL
from recall.services.ranking.confidence import Judge, confidence
from recall.services.ranking.model import Model
from recall.services.ranking.order import RECENCY, in_order

FOLDS = 5
CUT = 10


@dataclass(frozen=True)
class Held:
    """A question that was left out: the share of its evidence in the first CUT, and how sure."""

    sample: Sample
    found: float
    confidence: float


def cross_validated(lessons: Sequence[Lesson], *, folds: int = FOLDS) -> list[list[Held]]:
    """By lesson, each question under models that saw nothing of its conversation.

    The conversations of one place are left out together in all lessons, so that two files of the
    same conversations teach nothing about each other.
    """
    held: list[list[Held]] = [[] for _ in lessons]
    model: Model | None = None
    places = {one.conversation % folds for each in lessons for one in each.samples}
    for fold in sorted(places):
        seen = [
            replace(each, samples=[one for one in each.samples if one.conversation % folds != fold])
            for each in lessons
        ]
        model = fit_model(seen, start=model)
        sure = fit_judge(seen, model=model)
        for each, results in zip(lessons, held, strict=True):
            results += [
                Held(one, *_answer(one, model=model, sure=sure))
                for one in each.samples
                if one.conversation % folds == fold
            ]
    return held


def _answer(sample: Sample, *, model: Model, sure: Judge) -> tuple[float, float]:
    """recall@CUT and confidence, as the service would answer."""
    if sample.evidence is None:
        return _share(sample, range(len(sample.gold))), 1.0
    if not sample.holds.any():
        return 0.0, 0.0
    chance = confidence(signals_of(sample, model=model), judge=sure)
    matched = float(sample.evidence.matched[sample.holds].max())
    if is_decided(sample) and chance < sure.least and matched < NEARLY_ALL:
        return 0.0, chance
    sums = sample.sums(model) + sample.recency_weight * RECENCY * sample.recency
    persons = (sample.evidence.person > 0).tolist()
    return _share(sample, in_order(sums, persons=persons, ids=range(len(sums)))), chance


def _share(sample: Sample, order: Sequence[int]) -> float:
    first = [place for place in order if sample.holds[place]][:CUT]
    return float(sample.gold[first].sum()) / sample.wanted if sample.wanted else 0.0
