"""`manage.py bench`: how long each act takes at size, beside bare SQL for the same rows."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable
from recall.evaluation.speed.doors import NAMES
from recall.evaluation.speed.measure import Layout, embedder_alone, fill, measure, memory_mb
from recall.evaluation.speed.report import page, write
from recall.evaluation.speed.settle import settle
from recall.management.bar import show


class Command(BaseCommand):
    """Fills workspaces with made-up conversation, and asks the application as clients do."""

    help = "Measures observe, recall, recent and lineage at size. Fills the database: use its own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--sizes", nargs="+", type=_count, default=[10_000, 100_000], metavar="N"
        )
        parser.add_argument("--workspaces", nargs="+", type=_count, default=[1], metavar="N")
        parser.add_argument("--times", type=_count, default=200, help="how often each act is timed")
        parser.add_argument(
            "--acts", nargs="+", choices=NAMES, default=NAMES, help="only these", metavar="ACT"
        )
        parser.add_argument("--report", type=Path, metavar="DIR", help="write the tables there")

    def handle(self, *args: Any, **options: Any) -> None:
        layouts = [
            Layout(size=size, workspaces=workspaces)
            for size in options["sizes"]
            for workspaces in options["workspaces"]
            if size >= workspaces
        ]
        try:
            embedder = current_embedder()
            measured = [one for layout in layouts for one in self._measured(layout, **options)]
            alone = embedder_alone(
                embedder=embedder, talk=self._talk, times=min(options["times"], 200)
            )
        except EmbedderUnavailable as error:
            raise CommandError(f"Without vectors nothing is measured: {error}") from error
        except KeyboardInterrupt as interrupt:
            raise CommandError("Stopped. What is filled stays; the same command goes on.") from (
                interrupt
            )
        if options["report"] is not None:
            for path in write(
                measured, alone=alone, memory_mb=memory_mb(), folder=options["report"]
            ):
                self.stdout.write(f"wrote {path}")
        self.stdout.write(page(measured, alone=alone, memory_mb=memory_mb()))

    def _measured(self, layout: Layout, **options: Any) -> list[Any]:
        embedder = current_embedder()
        with tqdm(total=layout.size, desc=f"fill {layout}", unit=" observations") as bar:
            store, self._talk = fill(
                layout=layout,
                embedder=embedder,
                progress=lambda stage, count: show(bar, stage, count),
            )
        settle()
        with tqdm(desc=f"ask {layout}", unit=" acts", total=len(options["acts"])) as bar:
            return list(
                measure(
                    layout=layout,
                    store=store,
                    talk=self._talk,
                    embedder=embedder,
                    times=options["times"],
                    names=options["acts"],
                    progress=lambda stage, count: show(bar, stage, count),
                )
            )


def _count(written: str) -> int:
    if not written.isdecimal() or int(written) < 1:
        raise ArgumentTypeError("a whole number from 1")
    return int(written)
