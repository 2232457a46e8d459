"""What the commands that read benchmark files share: their arguments, their bar, their endings."""

import os
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import OperationalError, connection
from tqdm import tqdm

from recall.embedders.errors import EmbedderUnavailable
from recall.evaluation.benchmark import Benchmark, UnreadableError
from recall.evaluation.loaders.read import read


def add_files(parser: CommandParser) -> None:
    """The files, and how much of each."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--limit-conversations",
        type=_numbers,
        metavar="N[,N…]",
        help="only the first N of each file, or of each its own number, in their order",
    )


def read_files(options: dict[str, Any]) -> list[Benchmark]:
    """All of them, before anything is loaded. CommandError for a damaged one."""
    paths, limits = options["files"], options["limit_conversations"] or [None]
    if len(limits) not in (1, len(paths)):
        raise CommandError(f"{len(limits)} limits of conversations for {len(paths)} files.")
    each = limits * len(paths) if len(limits) == 1 else limits
    return [_read(path, limit) for path, limit in zip(paths, each, strict=True)]


def folder_for(folder: Path) -> Path:
    """The folder, made where it is missing. CommandError where nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        raise CommandError(
            f"{folder}: no report can be written there ({error.strerror})."
        ) from error
    return folder


@contextmanager
def measuring() -> Iterator[None]:
    """What may end a run, as one sentence: no database, no vectors, an interrupt."""
    try:
        connection.ensure_connection()
        yield
    except OperationalError as error:
        raise CommandError(
            f"The database cannot be reached ({error}): start make up, or use make."
        ) from error
    except EmbedderUnavailable as error:
        raise CommandError(f"Without vectors nothing is measured: {error}") from error
    except KeyboardInterrupt as interrupt:
        raise CommandError(
            "Stopped. What is loaded and answered is kept; the same command goes on."
        ) from interrupt


@dataclass(frozen=True)
class Bar:
    """A bar of steps in a terminal; elsewhere a line for each conversation."""

    name: str
    steps: Sequence[int]
    shown: Any
    out: Any

    def progress(self, stage: str, count: int) -> None:
        """So many more texts are through this stage."""
        self.shown.set_postfix_str(stage, refresh=False)
        self.shown.update(count)

    def done(self, number: int) -> None:
        """The conversation of this number is done, with all of its steps."""
        self.shown.n = sum(self.steps[:number])
        self.shown.refresh()
        if self.shown.disable:
            self.out.write(f"{self.name}: {number} of {len(self.steps)} conversations")
            self.out.flush()


@contextmanager
def bar(name: str, *, steps: Sequence[int], out: Any) -> Iterator[Bar]:
    """Shows the steps of one file."""
    with tqdm(total=sum(steps), desc=name, unit=" steps", disable=None) as shown:
        yield Bar(name, steps, shown, out)


def _read(path: Path, limit: int | None) -> Benchmark:
    try:
        benchmark = read(path)
    except UnreadableError as error:
        raise CommandError(str(error)) from error
    asked = benchmark.conversations if limit is None else benchmark.conversations[:limit]
    return replace(benchmark, conversations=asked, elsewhere=benchmark.conversations[len(asked) :])


def _numbers(written: str) -> list[int]:
    return [_positive(one) for one in written.split(",")]


def _positive(written: str) -> int:
    if not written.isdecimal() or int(written) < 1:
        raise ArgumentTypeError("a number of conversations is a whole number from 1")
    return int(written)
