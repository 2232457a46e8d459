"""The invented benchmark: an allotment, a bicycle shop in Chinese, and a boat yard in steps."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from recall.embedders.hashing import Hashing
from recall.evaluation.benchmark import Benchmark
from recall.evaluation.evaluate import Run
from recall.evaluation.examine import Examined
from recall.evaluation.loaders.read import read

INVENTED = Path(__file__).with_name("invented.json")


def named_anew(benchmark: Benchmark) -> Benchmark:
    """The benchmark under a name of its own, and so with stores of its own."""
    return replace(benchmark, name=f"invented-{uuid4().hex[:8]}")


def examine(benchmark: Benchmark, *, folder: Path, **choices: Any) -> list[Examined]:
    """Measures the benchmark and returns what became of its conversations."""
    run = Run(benchmark=benchmark, embedder=Hashing(), folder=folder, **choices)
    return list(run.examined(progress=lambda stage, count: None))


@pytest.fixture
def data() -> dict[str, Any]:
    """The file as data."""
    return json.loads(INVENTED.read_text())


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes data to a file."""

    def written(data: Any, name: str = "bench.json") -> Path:
        path = tmp_path / name
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return path

    return written


@pytest.fixture
def benchmark() -> Benchmark:
    """The invented benchmark, not measured yet."""
    return named_anew(read(INVENTED))


@pytest.fixture
def shop(benchmark: Benchmark) -> Benchmark:
    """Its smallest conversation alone."""
    return replace(benchmark, conversations=benchmark.conversations[1:2])


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., list[Examined]]:
    """Measures a benchmark, always with the same folder."""

    def examined(benchmark: Benchmark, **choices: Any) -> list[Examined]:
        return examine(benchmark, folder=tmp_path / "kept", **choices)

    return examined


@pytest.fixture(scope="module")
def measured(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Benchmark, list[Examined]]:
    """The invented benchmark and what became of it, measured once."""
    whole = named_anew(read(INVENTED))
    with django_db_blocker.unblock():
        return whole, examine(whole, folder=tmp_path_factory.mktemp("kept"))
