"""manage.py restore: a backup in a directory of its own, and its promotion as a second act."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from memoryapp.backup.compare import Comparison
from memoryapp.backup.refusals import RefusedError
from memoryapp.backup.restore import promote, restore
from memoryapp.backup.source import everything_url
from memoryapp.embedded.failures import SetUpError
from provenance.tombstones.entry import DamagedError


class Command(BaseCommand):
    """Exit code 1 where anything stands against the copy's promotion. The copy is kept then."""

    help = "Restore a backup aside, do again what was withdrawn and erased since, and compare."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", nargs="?", type=Path, help="directory that backup made")
        parser.add_argument("--into", type=Path, required=True, help="new data directory")
        parser.add_argument(
            "--tombstones",
            type=Path,
            help="the files of tombstones, or one of them (default: those of this data directory)",
        )
        parser.add_argument(
            "--promote", action="store_true", help="let the restored copy be served"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restores, or promotes."""
        into, given = options["into"].expanduser().absolute(), options["tombstones"]
        if given is not None and not given.exists():
            raise CommandError(f"There are no tombstones in {given}.")
        if options["promote"] == (options["backup"] is not None):
            raise CommandError("Give a backup to restore, or --promote for a restored copy.")
        try:
            if options["promote"]:
                self._promote(into, given)
            else:
                self._restore(options["backup"], into, given)
        except (RefusedError, SetUpError) as refusal:
            raise CommandError(str(refusal)) from refusal
        except DamagedError as damage:
            raise CommandError(f"A file of tombstones is damaged: {damage}.") from damage

    def _restore(self, backup: Path, into: Path, given: Path | None) -> None:
        tombstones = given or settings.TOMBSTONES_DIR
        with tqdm(desc="restore", unit=" steps", disable=None) as bar:

            def progress(what: str, count: int) -> None:
                bar.set_postfix_str(what, refresh=False)
                bar.update(count)

            comparison, done = restore(
                backup=backup,
                into=into,
                tombstones=tombstones if tombstones.exists() else None,
                live_url=_live_url(),
                progress=progress,
            )
        self._show(comparison, into)
        for name in ("decisions", "reversals", "standings", "erased", "absent"):
            count = sum(one[name] for one in done)
            self.stdout.write(f"{_TOLD[name]:<34} {count:>10}")
        if comparison.faults:
            raise CommandError(f"It is not promoted: {RefusedError('unproven')}")
        self.stdout.write(f"Look at it, then: manage.py restore --into {into} --promote")

    def _promote(self, into: Path, given: Path | None) -> None:
        comparison = promote(into=into, tombstones=given, live_url=_live_url())
        if comparison is not None:
            self._show(comparison, into)
        self.stdout.write(f"Promoted. Serve it with: make up DATA={into}")

    def _show(self, comparison: Comparison, into: Path) -> None:
        self.stdout.write(f"Restored into {into}")
        for line in comparison.table():
            self.stdout.write(line)
        for fault in comparison.faults:
            self.stdout.write(f"unproven: {fault}")


_TOLD = {
    "decisions": "decisions taken again",
    "reversals": "decisions taken back again",
    "standings": "standings given again",
    "erased": "observations erased again",
    "absent": "not in this backup, and not holding",
}


def _live_url() -> str | None:
    try:
        return everything_url()
    except RefusedError:
        return None
