"""manage.py tombstones: completes the files of what was withdrawn and erased, or applies them."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from provenance.database.tenancy import Tenancy
from provenance.models import Workspace
from provenance.services.tombstones.keeping import fill
from provenance.services.tombstones.reapply import Reapplied, reapply
from provenance.tombstones.entry import DamagedError
from provenance.tombstones.file import entries, file_of


class Command(BaseCommand):
    """Without arguments: appends what a killed process left out. `--apply`: what `restore` runs."""

    help = "Complete the files of tombstones from the ledger; with --apply, do them again here."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--into", type=Path, help="another directory than TOMBSTONES")
        parser.add_argument(
            "--apply", type=Path, metavar="DIR", help="do these again in this restored copy"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Completes, or applies and prints what became of it as JSON, a line for each workspace."""
        apply, into = options["apply"], options["into"] or settings.TOMBSTONES_DIR
        damaged = []
        for row in Workspace.objects.using("owner").order_by("created_at", "id").iterator():
            try:
                if apply:
                    done = _applied(Tenancy(row.id), apply)
                    self.stdout.write(json.dumps({"workspace": str(row.id), **asdict(done)}))
                elif missing := fill(Tenancy(row.id), directory=into):
                    self.stdout.write(f"{row.slug}: {missing} tombstone(s) were missing.")
            except DamagedError as damage:
                damaged.append(f"{row.id}.jsonl, {damage}")
            except OSError as failure:
                raise CommandError(f"Tombstones: {into}: {failure.strerror}.") from failure
        if damaged:
            told = "; ".join(damaged)
            raise CommandError(f"Damaged; moved away, it is made anew from the ledger: {told}.")


def _applied(tenancy: Tenancy, directory: Path) -> Reapplied:
    path = file_of(tenancy.workspace_id, directory=directory)
    if not path.exists():
        return Reapplied(unproven=["there is no file of tombstones for this workspace"])
    return reapply(tenancy=tenancy, entries=list(entries(path)), at=datetime.now(UTC))
