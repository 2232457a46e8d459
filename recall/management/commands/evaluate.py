"""`manage.py evaluate FILE…`: how well recall finds the known evidence of benchmark files."""

import os
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection
from tqdm import tqdm

from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.evaluation.benchmark import Benchmark, UnreadableError
from recall.evaluation.evaluate import Run
from recall.evaluation.line import line
from recall.evaluation.loaders.read import read
from recall.evaluation.report import page, write
from recall.evaluation.summary import summary
from recall.services.embed import label_of


class Command(BaseCommand):
    """Each conversation gets a workspace of its own, through the services that all doors use."""

    help = "Loads benchmark files, asks their questions, and reports what was found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--report", type=Path, metavar="DIR", help="write reports there")
        parser.add_argument(
            "--skip-baselines", action="store_true", help="measure the memory alone"
        )
        parser.add_argument(
            "--limit-conversations", type=_positive, metavar="N", help="only the first N"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # What would end a long run in vain is told at once: damaged files, no place, no database.
        if options["report"] is not None:
            _make(options["report"])
        benchmarks = [_read(path, options["limit_conversations"]) for path in options["files"]]
        try:
            connection.ensure_connection()
            embedder = current_embedder()
            for benchmark in benchmarks:
                run = Run(
                    benchmark=benchmark,
                    embedder=embedder,
                    folder=settings.DATA_DIR / "evaluation",
                    baselines=not options["skip_baselines"],
                )
                self._evaluate(run, folder=options["report"])
        except OperationalError as error:
            raise CommandError(
                f"The database cannot be reached ({error}): start make up, or use make evaluate."
            ) from error
        except EmbedderUnavailable as error:
            raise CommandError(f"Without vectors nothing is measured: {error}") from error
        except KeyboardInterrupt as interrupt:
            raise CommandError(
                "Stopped. What is loaded and answered is kept; the same command goes on."
            ) from interrupt

    def _evaluate(self, run: Run, *, folder: Path | None) -> None:
        with _bar(run) as bar:

            def progress(stage: str, count: int) -> None:
                bar.set_postfix_str(stage, refresh=False)
                bar.update(count)

            def done(number: int) -> None:
                bar.n = sum(run.steps[:number])
                bar.refresh()
                if bar.disable:
                    of = len(run.benchmark.conversations)
                    self.stdout.write(f"{run.benchmark.name}: {number} of {of} conversations")
                    self.stdout.flush()

            examined = list(run.examined(progress=progress, done=done))
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


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        raise CommandError(
            f"{folder}: no report can be written there ({error.strerror})."
        ) from error


def _read(path: Path, limit: int | None) -> Benchmark:
    try:
        benchmark = read(path)
    except UnreadableError as error:
        raise CommandError(str(error)) from error
    return replace(benchmark, conversations=benchmark.conversations[:limit])


@contextmanager
def _bar(run: Run) -> Iterator[Any]:
    with tqdm(total=sum(run.steps), desc=run.benchmark.name, unit=" steps", disable=None) as bar:
        yield bar


def _positive(written: str) -> int:
    if not written.isdecimal() or int(written) < 1:
        raise ArgumentTypeError("a number of conversations is a whole number from 1")
    return int(written)
