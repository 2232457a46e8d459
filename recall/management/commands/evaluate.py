"""`manage.py evaluate FILE…`: how well recall finds the known evidence of benchmark files."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from recall.embedders.current import current_embedder
from recall.evaluation.evaluate import Run
from recall.evaluation.line import line
from recall.evaluation.report import page, write
from recall.evaluation.summary import summary
from recall.management.benchmarks import add_files, bar, folder_for, measuring, read_files
from recall.services.embed import label_of


class Command(BaseCommand):
    """Each conversation gets a workspace of its own, through the services that all doors use."""

    help = "Loads benchmark files, asks their questions, and reports what was found."

    def add_arguments(self, parser: CommandParser) -> None:
        add_files(parser)
        parser.add_argument("--report", type=Path, metavar="DIR", help="write reports there")
        parser.add_argument(
            "--skip-baselines", action="store_true", help="measure the memory alone"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # What would end a long run in vain is told at once: damaged files, no place, no database.
        folder = None if options["report"] is None else folder_for(options["report"])
        benchmarks = read_files(options)
        with measuring():
            embedder = current_embedder()
            for benchmark in benchmarks:
                run = Run(
                    benchmark=benchmark,
                    embedder=embedder,
                    folder=settings.DATA_DIR / "evaluation",
                    baselines=not options["skip_baselines"],
                )
                self._evaluate(run, folder=folder)

    def _evaluate(self, run: Run, *, folder: Path | None) -> None:
        with bar(run.benchmark.name, steps=run.steps, out=self.stdout) as shown:
            examined = list(run.examined(progress=shown.progress, done=shown.done))
        report = summary(
            benchmark=run.benchmark,
            examined=examined,
            embedder=label_of(run.embedder),
            at=datetime.now(UTC),
        )
        if folder is None:
            self.stdout.write(page(report))
        else:
            for path in write(report=report, examined=examined, folder=folder):
                self.stdout.write(f"wrote {path}")
        self.stdout.write(line(report))
        self.stdout.flush()
