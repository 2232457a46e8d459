"""What cross-validation comes to, by benchmark, as data."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from recall.evaluation.abstention import auroc, coverage
from recall.evaluation.baselines import BASELINES
from recall.evaluation.intervals import estimate
from recall.evaluation.training.examples import ANSWERED, kind_of
from recall.evaluation.training.validate import Held

Figures = dict[str, Any]
_DIGITS = 4


def figures(held: Sequence[Held]) -> Figures:
    """recall@10 in all and by category beside the best baseline, and how well confidence tells."""
    scored = [one for one in held if one.sample.scored]
    found: Figures = _recall(scored)
    by_category = defaultdict(list)
    for one in scored:
        by_category[one.sample.category].append(one)
    found["categories"] = {name: _recall(ones) for name, ones in sorted(by_category.items())}
    found["without_an_answer"] = _kinds(held)
    return found


def _recall(scored: Sequence[Held]) -> Figures:
    """Means; the difference to the best baseline with its interval, question by question."""
    if not scored:
        return {"questions": 0}
    means = {system: sum(_of(one, system) for one in scored) / len(scored) for system in BASELINES}
    best = max(BASELINES, key=lambda system: means[system])
    ours = estimate([one.found for one in scored])
    less = estimate([one.found - _of(one, best) for one in scored])
    return {
        "questions": len(scored),
        "recall@10": ours.as_json() if ours else None,
        "baselines": {system: round(mean, _DIGITS) for system, mean in means.items()},
        "best_baseline": best,
        "difference": less.as_json() if less else None,
    }


def _of(one: Held, system: str) -> float:
    return one.sample.baselines.get(system, 0.0)


def _kinds(held: Sequence[Held]) -> Figures:
    sure: dict[str, list[float]] = defaultdict(list)
    for one in held:
        sure[kind_of(one.sample)].append(one.confidence)
    own = sure.pop(ANSWERED, [])
    return {
        kind: {
            "questions": len(others),
            "auroc": _round(auroc(answerable=own, others=others)),
            "coverage_at_5_percent_false": _round(coverage(answerable=own, others=others)),
        }
        for kind, others in sorted(sure.items())
    }


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
