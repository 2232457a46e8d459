"""What the answers to a file's questions come to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from recall.evaluation.abstention import auroc, coverage
from recall.evaluation.answered import FOREIGN, MEMORY, OWN, Answered
from recall.evaluation.baselines import BASELINES
from recall.evaluation.benchmark import Benchmark
from recall.evaluation.examine import Examined
from recall.evaluation.intervals import Estimate, estimate
from recall.evaluation.metrics import METRICS
from recall.evaluation.unfinished import made_by

Report = dict[str, Any]


def summary(
    *, benchmark: Benchmark, examined: Sequence[Examined], embedder: str, at: datetime
) -> Report:
    """The report as data. Means are over questions, not over conversations.

    `code` tells two versions of ledger and memory apart.
    """
    answered = [one for each in examined for one in each.answered]
    scored = [one for one in answered if one.scored]
    systems = _systems(answered)
    return {
        "name": benchmark.label,
        "sha256": benchmark.sha256,
        "measured_at": at.isoformat(timespec="seconds"),
        "code": made_by(),
        "embedder": embedder,
        "conversations": len(examined),
        "turns": sum(each.turns for each in examined),
        "questions": {
            "asked": sum(one.kind == OWN for one in answered),
            "scored": len(scored),
            "foreign": sum(one.kind == FOREIGN for one in answered),
            "leaked": sum(one.leaked for one in answered),
        },
        "loading": {
            "events": dict(sum((Counter(each.loaded) for each in examined), Counter())),
            "held_back": dict(sum((Counter(each.held_back) for each in examined), Counter())),
            "rebuilt": sum(each.rebuilt for each in examined),
        },
        "systems": {system: _means(scored, system) for system in systems},
        "against_the_best": _differences(scored, systems),
        "categories": {
            category: {
                "counted": all(one.scored for one in ones),
                "systems": {system: _means(ones, system) for system in systems},
            }
            for category, ones in _by_category(answered).items()
        },
        "abstention": _abstention(answered),
        "tokens": _tokens(answered),
        "latency_ms": _latency(answered),
        "stores": [each.slug for each in examined],
    }


def _systems(answered: Iterable[Answered]) -> list[str]:
    present = {system for one in answered for system in one.ranked}
    return [system for system in (MEMORY, *BASELINES) if system in present]


def _values(answered: Iterable[Answered], system: str, metric: str) -> list[float]:
    """The scores of all questions that have this metric; a system without a ranking found none."""
    return [
        one.scores.get(system, {}).get(metric, 0.0)
        for one in answered
        if metric in one.scores[MEMORY]
    ]


def _means(answered: Sequence[Answered], system: str) -> dict[str, Any]:
    means = {metric: estimate(_values(answered, system, metric)) for metric in METRICS}
    return {metric: mean.as_json() for metric, mean in means.items() if mean is not None}


def _differences(scored: Sequence[Answered], systems: Sequence[str]) -> dict[str, Any]:
    """By metric, the memory less the baseline that is best at it, question by question."""
    rivals = [system for system in systems if system != MEMORY]
    found: dict[str, Any] = {}
    for metric in METRICS:
        ours = np.array(_values(scored, MEMORY, metric))
        if not len(ours) or not rivals:
            continue
        theirs = {system: np.array(_values(scored, system, metric)) for system in rivals}
        best = max(rivals, key=lambda system: theirs[system].mean())
        difference: Estimate | None = estimate(list(ours - theirs[best]))
        if difference is not None:
            found[metric] = {"baseline": best, **difference.as_json()}
    return found


def _by_category(answered: Iterable[Answered]) -> dict[str, list[Answered]]:
    found: dict[str, list[Answered]] = defaultdict(list)
    for one in answered:
        if one.kind == OWN and one.scores:
            found[one.category].append(one)
    return dict(sorted(found.items()))


def _abstention(answered: Sequence[Answered]) -> dict[str, Any]:
    """Each kind of question without an answer here, against those that have one."""
    answerable = [one for one in answered if one.kind == OWN and one.answerable]
    kinds: dict[str, list[Answered]] = defaultdict(list)
    for one in answered:
        if one.kind == FOREIGN:
            kinds["foreign"].append(one)
        elif not one.answerable:
            kinds[f"unanswerable: {one.category}"].append(one)
    sure = [one.answer.confidence for one in answerable]
    wrongly = sum(one.answer.abstained for one in answerable)
    return {
        "answerable": len(answerable),
        "abstained_wrongly": wrongly,
        "kinds": {
            kind: {
                "count": len(ones),
                "auroc": auroc(answerable=sure, others=[one.answer.confidence for one in ones]),
                "coverage_at_5_percent_false": coverage(
                    answerable=sure, others=[one.answer.confidence for one in ones]
                ),
                "abstained": sum(one.answer.abstained for one in ones),
            }
            for kind, ones in kinds.items()
        },
    }


def _tokens(answered: Sequence[Answered]) -> dict[str, float | None]:
    own = [one.answer for one in answered if one.kind == OWN]
    return {
        "scored_mean": float(np.mean([one.tokens for one in own])) if own else None,
        "default_mean": float(np.mean([one.tokens_default for one in own])) if own else None,
    }


def _latency(answered: Sequence[Answered]) -> dict[str, float | None]:
    spent = [one.answer.ms for one in answered if one.kind == OWN]
    if not spent:
        return {"p50": None, "p95": None}
    p50, p95 = np.percentile(spent, (50, 95))
    return {"p50": round(float(p50), 1), "p95": round(float(p95), 1)}
