"""Cross-validated figures as tables in Markdown."""

from collections.abc import Iterator, Sequence

from recall.evaluation.baselines import BASELINES
from recall.evaluation.training.figures import Figures

_HEAD = ("questions", "memory", *BASELINES, "difference to the best")


def page(named: Sequence[tuple[str, Figures]]) -> str:
    """recall@10 in % by benchmark and by category, then how well confidence tells."""
    return "\n".join([*_recall(named), "", *_confidence(named)]) + "\n"


def _recall(named: Sequence[tuple[str, Figures]]) -> Iterator[str]:
    yield from _head("benchmark", *_HEAD)
    for name, found in named:
        yield _row(f"**{name}**", found)
        for category, of_category in found["categories"].items():
            yield _row(category, of_category)


def _confidence(named: Sequence[tuple[str, Figures]]) -> Iterator[str]:
    yield from _head(
        "benchmark", "without an answer", "questions", "AUROC", "coverage at 5 % false"
    )
    for name, found in named:
        for kind, one in found["without_an_answer"].items():
            cells = [
                name,
                kind,
                str(one["questions"]),
                _fraction(one["auroc"]),
                _fraction(one["coverage_at_5_percent_false"]),
            ]
            yield "| " + " | ".join(cells) + " |"


def _head(*names: str) -> Iterator[str]:
    yield "| " + " | ".join(names) + " |"
    yield "|" + " --- |" * len(names)


def _row(name: str, found: Figures) -> str:
    if not found["questions"]:
        return f"| {name} | 0 |" + " n/a |" * (len(BASELINES) + 2)
    ours, less = found["recall@10"], found["difference"]
    cells = [
        name,
        str(found["questions"]),
        f"{_percent(ours['value'])} [{_percent(ours['low'])}, {_percent(ours['high'])}]",
        *(_percent(found["baselines"][system]) for system in BASELINES),
        f"{_signed(less['value'])} [{_signed(less['low'])}, {_signed(less['high'])}]",
    ]
    return "| " + " | ".join(cells) + " |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _fraction(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.3f}"
