"""The times as a page for people and as data: always beside their floor of the same run."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from recall.evaluation.speed.measure import Measured
from recall.evaluation.speed.timed import Timed

_PERCENTILES = (50, 95, 99)


def page(measured: Sequence[Measured], *, alone: Timed, memory_mb: float) -> str:
    """The table in Markdown."""
    return "\n".join(_lines(measured, alone, memory_mb)) + "\n"


def write(
    measured: Sequence[Measured], *, alone: Timed, memory_mb: float, folder: Path
) -> list[Path]:
    """Writes `speed.md` and `speed.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "acts": [_data(one) for one in measured],
        "embedder_alone_ms": _percentiles(alone),
        "memory_mb": round(memory_mb),
    }
    texts = {
        "speed.md": page(measured, alone=alone, memory_mb=memory_mb),
        "speed.json": json.dumps(data, indent=2) + "\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


def _lines(measured: Sequence[Measured], alone: Timed, memory_mb: float) -> Iterator[str]:
    yield (
        "| observations in workspaces | act | p50 ms | p95 | p99 | floor p50 | × floor"
        " | busy | busy floor | × | rows touched |"
    )
    yield "| --- | --- |" + " ---: |" * 9
    for one in measured:
        p50, p95, p99 = (f"{one.act.percentile(each):.1f}" for each in _PERCENTILES)
        yield (
            f"| {one.layout} | {one.name} | {p50} | {p95} | {p99} |"
            f" {one.floor.percentile(50):.1f} | {one.ratio:.1f} | {one.act.busy_median:.1f} |"
            f" {one.floor.busy_median:.1f} | {one.busy_ratio:.1f} | {one.act.rows:,.0f} |"
        )
    yield ""
    p50, p95, _ = (f"{alone.percentile(each):.1f}" for each in _PERCENTILES)
    yield (
        f"The embedder alone: {p50} ms a question in the median, {p95} at the 95th percentile,"
        f" {alone.busy_median:.1f} of a processor."
    )
    yield f"This process held at most {memory_mb:,.0f} MB, its model included."


def _data(one: Measured) -> dict[str, Any]:
    return {
        "observations": one.layout.size,
        "workspaces": one.layout.workspaces,
        "act": one.name,
        "ms": _percentiles(one.act),
        "floor_ms": _percentiles(one.floor),
        "ratio": round(one.ratio, 2),
        "busy_ms": round(one.act.busy_median, 2),
        "busy_floor_ms": round(one.floor.busy_median, 2),
        "rows": round(one.act.rows),
    }


def _percentiles(times: Timed) -> dict[str, float]:
    return {f"p{each}": round(times.percentile(each), 2) for each in _PERCENTILES}
