"""`manage.py bench_import`: how fast an import goes, beside a bare COPY of the same rows."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from recall.evaluation.speed.importing import measure_import
from recall.evaluation.speed.texts import Talk

_WORDS = 50_000


class Command(BaseCommand):
    """Makes a transcript, plans it and applies it. Fills the database: use its own."""

    help = "Measures the rate of an import of made-up turns, from plan to ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--records", type=int, default=10_000, metavar="N")

    def handle(self, *args: Any, **options: Any) -> None:
        with TemporaryDirectory() as folder, tqdm(unit=" records", disable=None) as bar:

            def progress(stage: str, done: int, total: int) -> None:
                bar.set_description(stage, refresh=False)
                bar.total, bar.n = total, done
                bar.refresh()

            measured = measure_import(
                records=options["records"],
                talk=Talk(words=_WORDS, dimension=1),
                folder=Path(folder),
                progress=progress,
            )
        for line in measured.lines():
            self.stdout.write(line)
