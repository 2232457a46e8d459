"""The numbers of all systems as one table."""

from collections.abc import Mapping, Sequence
from statistics import quantiles
from typing import Any

from recall.evaluation.metrics import scores

CUTS = (5, 10, 20)
TRIALS = ("identical write twice", "other payload, same id", "another user")
_HEAD = ("system", "write ms p50/p95", "recall ms p50/p95", "R@5 / R@10 / R@20", *TRIALS)


def table(answers: Mapping[str, Mapping[str, Any]], *, gold: Mapping[str, Sequence[str]]) -> str:
    """A row for each system, in Markdown. `gold` is the evidence by question."""
    rows = [_HEAD, ("---",) * len(_HEAD)]
    rows += [_row(name, answer, gold) for name, answer in answers.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def recalls(found: Mapping[str, Sequence[str]], gold: Mapping[str, Sequence[str]]) -> list[float]:
    """recall@5, @10 and @20 in %, the mean over the questions whose evidence is known."""
    scored = [
        scores(found.get(question, ()), gold=wanted, session_of={}, gold_sessions=())
        for question, wanted in gold.items()
        if wanted
    ]
    return [100 * sum(one[f"recall@{cut}"] for one in scored) / len(scored) for cut in CUTS]


def _row(name: str, answer: Mapping[str, Any], gold: Mapping[str, Sequence[str]]) -> Sequence[str]:
    return (
        name,
        _middle(answer.get("writes", ())),
        _middle(answer.get("asks", ())),
        " / ".join(f"{value:.1f}" for value in recalls(answer["found"], gold)),
        *(answer.get("trials", {}).get(trial, "") for trial in TRIALS),
    )


def _middle(times: Sequence[float]) -> str:
    if len(times) <= 1:
        return "–"
    hundredths = quantiles(times, n=100, method="inclusive")
    return f"{hundredths[49]:.1f}/{hundredths[94]:.1f}"
