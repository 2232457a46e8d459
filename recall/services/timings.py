"""How long each stage of a recall took."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Timings:
    """Milliseconds by stage, in the order in which the stages ran."""

    def __init__(self) -> None:
        self._started = perf_counter()
        self.stages: dict[str, float] = {}

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        """Adds what the block takes to the stage."""
        begun = perf_counter()
        try:
            yield
        finally:
            self.stages[stage] = self.stages.get(stage, 0.0) + (perf_counter() - begun) * 1000

    def represent(self) -> dict[str, float]:
        """Each stage, what lies between them, and the whole, in milliseconds."""
        total = (perf_counter() - self._started) * 1000
        stages = {stage: round(spent, 3) for stage, spent in self.stages.items()}
        other = max(0.0, total - sum(self.stages.values()))
        return {**stages, "other": round(other, 3), "total": round(total, 3)}
