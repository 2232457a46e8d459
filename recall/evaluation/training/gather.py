"""The samples of a benchmark file: every conversation in a store of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recall.embedders.port import Embedder
from recall.evaluation.benchmark import Benchmark
from recall.evaluation.foreign import foreign_queries
from recall.evaluation.load import Progress
from recall.evaluation.replay import Replay
from recall.evaluation.training.collect import collect
from recall.evaluation.training.kept import read, write
from recall.evaluation.training.sample import Sample
from recall.evaluation.unfinished import made_by
from recall.evaluation.vectors import kept_vectors
from recall.services.embed import label_of


@dataclass(frozen=True, kw_only=True)
class Source:
    """A file to learn from. `folder` keeps its vectors and samples between runs."""

    benchmark: Benchmark
    embedder: Embedder
    folder: Path

    @property
    def described(self) -> dict[str, Any]:
        """What it is, and how much of it."""
        conversations = self.benchmark.conversations
        return {
            "name": self.benchmark.label,
            "sha256": self.benchmark.sha256,
            "conversations": len(conversations),
            "turns": sum(len(one.turns) for one in conversations),
            "questions": sum(len(one.queries) for one in conversations),
        }

    @property
    def steps(self) -> list[int]:
        """For each conversation how many steps `progress` is told of at most."""
        return [
            3 * len(conversation.turns) + len(conversation.queries) + len(foreign)
            for conversation, foreign in zip(
                self.benchmark.conversations, foreign_queries(self.benchmark), strict=True
            )
        ]

    def samples(
        self, *, progress: Progress, done: Callable[[int], None] = lambda number: None
    ) -> list[Sample]:
        """Of all conversations. Those that the same code collected before are taken as they are."""
        benchmark = self.benchmark
        here = self.folder / f"{benchmark.label}-{benchmark.sha256[:8]}"
        ids = [(one.id, one.queries) for one in benchmark.whole]
        kept = here / f"samples-{made_by(embedder=label_of(self.embedder), questions=ids)}"
        samples = []
        with kept_vectors(embedder=self.embedder, folder=here) as embedder:
            for number, (conversation, foreign) in enumerate(
                zip(benchmark.conversations, foreign_queries(benchmark), strict=True), start=1
            ):
                path = kept / f"{number}.npz"
                found = read(path)
                if found is None:
                    replay = Replay(conversation, foreign, embedder, progress)
                    found = collect(replay=replay, benchmark=benchmark, number=number)
                    write(path, found)
                samples += found
                done(number)
        return samples
