"""From samples to the two models, with what they find where they have not learned."""

from collections.abc import Sequence
from dataclasses import dataclass

from recall.evaluation.training.examples import ANSWERED, Lesson, is_decided, kind_of
from recall.evaluation.training.figures import Figures, figures
from recall.evaluation.training.fit import fit_judge, fit_model
from recall.evaluation.training.sample import Sample
from recall.evaluation.training.validate import FOLDS, cross_validated
from recall.services.ranking.confidence import Judge
from recall.services.ranking.model import Model


class TooLittleError(ValueError):
    """The samples cannot teach; the message is one sentence for a person."""


@dataclass(frozen=True)
class Trained:
    """The models of all samples; `found` has a benchmark's cross-validated figures for each lesson."""

    model: Model
    judge: Judge
    found: list[Figures]


def train(lessons: Sequence[Lesson]) -> Trained:
    """Cross-validates, then learns from everything. Raises TooLittleError."""
    samples = [one for each in lessons for one in each.samples]
    for fold in {one.conversation % FOLDS for one in samples}:
        _require([one for one in samples if one.conversation % FOLDS != fold])
    found = [figures(held) for held in cross_validated(lessons)]
    model = fit_model(lessons)
    return Trained(model, fit_judge(lessons, model=model), found)


def _require(samples: Sequence[Sample]) -> None:
    kinds = {kind_of(one) for one in samples if is_decided(one)}
    if not any(one.teaches for one in samples) or not {ANSWERED} < kinds:
        raise TooLittleError(
            "Too little to learn from: it takes two conversations or more, of fifty turns or more,"
            " with questions whose evidence is known."
        )
