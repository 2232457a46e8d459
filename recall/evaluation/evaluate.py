"""One benchmark file: every conversation in a store of its own, then what it comes to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from recall.embedders.port import Embedder
from recall.evaluation.benchmark import Benchmark
from recall.evaluation.examine import Examination, Examined
from recall.evaluation.foreign import foreign_queries
from recall.evaluation.load import Progress
from recall.evaluation.unfinished import Unfinished, made_by
from recall.evaluation.vectors import kept_vectors
from recall.services.embed import label_of


@dataclass(frozen=True, kw_only=True)
class Run:
    """A file to be measured, and how. `folder` keeps vectors, and results until all are there."""

    benchmark: Benchmark
    embedder: Embedder
    folder: Path
    baselines: bool = True

    @property
    def steps(self) -> list[int]:
        """For each conversation how many steps `progress` is told of at most: what was loaded or
        embedded earlier takes none."""
        of_a_turn = 3 if self.baselines else 2
        return [
            of_a_turn * len(conversation.turns) + len(conversation.queries) + len(foreign)
            for conversation, foreign in zip(
                self.benchmark.conversations, foreign_queries(self.benchmark), strict=True
            )
        ]

    def examined(
        self, *, progress: Progress, done: Callable[[int], None] = lambda number: None
    ) -> Iterator[Examined]:
        """Each conversation's results. A run that broke off goes on with the next conversation,
        and within it where loading stopped."""
        benchmark = self.benchmark
        here = self.folder / f"{benchmark.label}-{benchmark.sha256[:8]}"
        unfinished = Unfinished(folder=here, made_by=self._made_by())
        foreign = foreign_queries(benchmark)
        with kept_vectors(embedder=self.embedder, folder=here) as embedder:
            for number, conversation in enumerate(benchmark.conversations, start=1):
                examined = unfinished.read(number)
                if examined is None:
                    examination = Examination(
                        conversation=conversation,
                        foreign=foreign[number - 1],
                        embedder=embedder,
                        baselines=self.baselines,
                        progress=progress,
                    )
                    examined = examination.run(benchmark=benchmark, number=number)
                    unfinished.keep(number, examined)
                done(number)
                yield examined
        unfinished.clear()

    def _made_by(self) -> str:
        return made_by(
            embedder=label_of(self.embedder),
            baselines=self.baselines,
            questions=[(one.id, one.queries) for one in self.benchmark.conversations],
        )
