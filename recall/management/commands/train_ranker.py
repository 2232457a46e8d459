"""`manage.py train_ranker FILE…`: learns how recall orders what it finds, and how sure it is."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from recall.embedders.current import current_embedder
from recall.evaluation.training.examples import Lesson
from recall.evaluation.training.gather import Source
from recall.evaluation.training.page import page
from recall.evaluation.training.train import TooLittleError, Trained, train
from recall.evaluation.training.write import write
from recall.management.benchmarks import add_files, bar, folder_for, measuring, read_files
from recall.services.embed import label_of


class Command(BaseCommand):
    """Loads as `evaluate` does, asks by the service's own search, and writes the weights anew."""

    help = "Learns the weights of the ranking and of the confidence from benchmark files."

    def add_arguments(self, parser: CommandParser) -> None:
        add_files(parser)
        parser.add_argument(
            "--out", type=Path, metavar="DIR", help="write there, not over this release's weights"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder = None if options["out"] is None else folder_for(options["out"])
        benchmarks = read_files(options)
        with measuring():
            embedder = current_embedder()
            sources = [
                Source(benchmark=one, embedder=embedder, folder=settings.DATA_DIR / "evaluation")
                for one in benchmarks
            ]
            lessons = [Lesson(one.benchmark.label, self._samples(one)) for one in sources]
        try:
            trained = train(lessons)
        except TooLittleError as error:
            raise CommandError(str(error)) from error
        self._tell(trained, lessons)
        written = write(
            ranking=trained.model,
            judge=trained.judge,
            embedder=label_of(embedder),
            sources=[one.described for one in sources],
            found=trained.found,
            folder=folder,
        )
        for path in written:
            self.stdout.write(f"wrote {path}")

    def _samples(self, source: Source) -> Any:
        with bar(source.benchmark.name, steps=source.steps, out=self.stdout) as shown:
            return source.samples(progress=shown.progress, done=shown.done)

    def _tell(self, trained: Trained, lessons: list[Lesson]) -> None:
        named = [(one.name, found) for one, found in zip(lessons, trained.found, strict=True)]
        self.stdout.write(page(named))
