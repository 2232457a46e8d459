"""The report as a page for people, and both forms on disk."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from recall.evaluation.examine import Examined
from recall.evaluation.line import fraction

_SHOWN = (
    *("recall@1", "recall@5", "recall@10", "recall@20", "any@10", "all@10"),
    *("mrr", "ndcg@10", "session_recall@5"),
)
_OF_CATEGORIES = "recall@10"


def write(*, report: dict[str, Any], examined: Sequence[Examined], folder: Path) -> list[Path]:
    """Writes `<name>.json`, `<name>.md` and `<name>.answers.jsonl`, a line for each question."""
    folder.mkdir(parents=True, exist_ok=True)
    name = report["name"]
    answers = [json.dumps(one.as_json()) for each in examined for one in each.answered]
    texts = {
        f"{name}.json": json.dumps(report, indent=2) + "\n",
        f"{name}.md": page(report),
        f"{name}.answers.jsonl": "".join(f"{answer}\n" for answer in answers),
    }
    for file, text in texts.items():
        (folder / file).write_text(text)
    return [folder / file for file in texts]


def page(report: dict[str, Any]) -> str:
    """The report in Markdown."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: dict[str, Any]) -> Iterator[str]:
    asked = report["questions"]
    yield f"# {report['name']}"
    yield ""
    yield (
        f"{report['conversations']} conversations, {report['turns']} turns,"
        f" {asked['asked']} questions of their own ({asked['scored']} scored) and"
        f" {asked['foreign']} foreign ones. Embedder: {report['embedder']}."
        f" Measured {report['measured_at']}, code {report['code']}."
    )
    yield ""
    yield from _table(
        ["system", *_SHOWN],
        [[system, *(_cell(means, one) for one in _SHOWN)] for system, means in _systems(report)],
    )
    yield "In brackets: the 95 % interval, by bootstrap over questions."
    yield ""
    yield from _differences(report)
    yield from _categories(report)
    yield from _abstention(report)
    yield from _costs(report)


def _systems(report: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(report["systems"].items())


def _differences(report: dict[str, Any]) -> Iterator[str]:
    found = report["against_the_best"]
    if not found:
        return
    yield "## The memory less the best baseline"
    yield ""
    rows = [
        [metric, one["baseline"], f"{one['value']:+.4f} [{one['low']:+.4f}, {one['high']:+.4f}]"]
        for metric, one in found.items()
    ]
    yield from _table(["metric", "best baseline", "difference"], rows)


def _categories(report: dict[str, Any]) -> Iterator[str]:
    systems = [system for system, _ in _systems(report)]
    rows = []
    for category, found in report["categories"].items():
        of_all = [found["systems"][system].get(_OF_CATEGORIES) for system in systems]
        if of_all[0] is not None:
            named = category if found["counted"] else f"{category} (not in the means)"
            values = [fraction(one["value"]) for one in of_all]
            rows.append([named, str(of_all[0]["count"]), *values])
    if rows:
        yield f"## {_OF_CATEGORIES} by category"
        yield ""
        yield from _table(["category", "questions", *systems], rows)


def _abstention(report: dict[str, Any]) -> Iterator[str]:
    found = report["abstention"]
    yield "## Abstention"
    yield ""
    yield (
        f"Of {found['answerable']} answerable questions the memory abstained on"
        f" {found['abstained_wrongly']}."
    )
    yield ""
    rows = [
        [
            kind,
            str(one["count"]),
            str(one["abstained"]),
            fraction(one["auroc"]),
            fraction(one["coverage_at_5_percent_false"]),
        ]
        for kind, one in found["kinds"].items()
    ]
    if rows:
        head = ["without an answer", "asked", "abstained", "AUROC", "coverage at 5 % false"]
        yield from _table(head, rows)


def _costs(report: dict[str, Any]) -> Iterator[str]:
    tokens, latency, loading = report["tokens"], report["latency_ms"], report["loading"]
    yield "## Costs and loading"
    yield ""
    yield f"- Time of a recall as callers ask it: p50 {latency['p50']} ms, p95 {latency['p95']} ms."
    yield (
        f"- Tokens of an answer: {_whole(tokens['default_mean'])} within the default budget,"
        f" {_whole(tokens['scored_mean'])} as scored (mean)."
    )
    yield f"- Loading: {_counts(loading['events'])}; held back: {_counts(loading['held_back'])}."
    yield f"- Returned although said later: {report['questions']['leaked']}."


def _whole(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.0f}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def _cell(means: dict[str, Any], metric: str) -> str:
    if metric not in means:
        return "n/a"
    one = means[metric]
    return f"{one['value']:.4f} [{one['low']:.4f}, {one['high']:.4f}]"


def _table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""
