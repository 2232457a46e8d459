"""The report in one line, for programs."""

from typing import Any

_CUT = "recall@10"


def line(report: dict[str, Any]) -> str:
    """`EVAL <name> recall@10=… …`: fractions with four digits, n/a where there is none."""
    systems = report["systems"]
    ours = systems.get("memory", {})
    rivals = [
        means[_CUT]["value"]
        for system, means in systems.items()
        if system != "memory" and _CUT in means
    ]
    foreign = report["abstention"]["kinds"].get("foreign", {})
    p50 = report["latency_ms"]["p50"]
    parts = {
        "recall@10": fraction(_value(ours, _CUT)),
        "recall@20": fraction(_value(ours, "recall@20")),
        "session_recall@5": fraction(_value(ours, "session_recall@5")),
        "best_baseline@10": fraction(max(rivals, default=None)),
        "p50_ms": "n/a" if p50 is None else f"{p50:.1f}",
        "auroc_foreign": fraction(foreign.get("auroc")),
    }
    return f"EVAL {report['name']} " + " ".join(f"{name}={value}" for name, value in parts.items())


def fraction(value: float | None) -> str:
    """Four digits, or n/a."""
    return "n/a" if value is None else f"{value:.4f}"


def _value(means: dict[str, Any], metric: str) -> float | None:
    return means[metric]["value"] if metric in means else None
