"""manage.py backup: saves the whole database while it is in use."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from memoryapp.backup.refusals import RefusedError
from memoryapp.backup.save import save
from memoryapp.backup.source import everything_url


class Command(BaseCommand):
    """Prints where it is. The tombstones are completed first, and belong somewhere else."""

    help = "Save the database, consistently and in use, and read again what was written."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--into",
            type=Path,
            help="directory of backups (default: backups in the data directory)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Saves."""
        into = options["into"] or settings.DATA_DIR / "backups"
        try:
            call_command("tombstones", stdout=self.stdout)
        except CommandError as failure:
            # A backup is worth having all the same.
            self.stderr.write(str(failure))
        with tqdm(desc="backup", unit=" steps", disable=None) as bar:

            def progress(what: str, count: int) -> None:
                bar.set_postfix_str(what, refresh=False)
                bar.update(count)

            try:
                at = datetime.now(UTC)
                path = save(url=everything_url(), into=into, at=at, progress=progress)
            except RefusedError as refusal:
                raise CommandError(str(refusal)) from refusal
            except psycopg.errors.InsufficientPrivilege as failure:
                raise CommandError(str(RefusedError("no_access"))) from failure
            except psycopg.OperationalError as failure:
                raise CommandError("The database does not answer.") from failure
            except OSError as failure:
                raise CommandError(f"{into} cannot be written: {failure.strerror}.") from failure
        self.stdout.write(f"Saved to {path}")
        self.stdout.write(
            f"Keep it apart from {settings.TOMBSTONES_DIR}: restore needs both, and a backup still"
            " says what is erased after it."
        )
