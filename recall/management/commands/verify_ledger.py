"""`manage.py verify_ledger`: does the ledger still say what was written, and recall what it says?"""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from tqdm import tqdm

from provenance.database.tenancy import Tenancy
from provenance.models import Workspace
from provenance.services.access.workspaces import workspace_for_slug
from provenance.services.verification.kept import Verification, keep_verification
from recall.services.verify import check_rules, erased_count, verify


class Command(BaseCommand):
    """Prints a line for each fault: which check, which row, what is wrong; never what was said.

    What it came to is kept in the chronicle, in numbers.
    """

    help = "Recomputes digests and looks for rows that contradict each other. Exit code 1 if any."
    # Where a rule of the database is gone, this is what tells it.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One workspace or all of them."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--workspace", metavar="SLUG")
        which.add_argument(
            "--all", action="store_true", help="every workspace; their list is read as the owner"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verifies, with a bar; CommandError where there is a fault, or no such workspace."""
        database = 0
        for fault in check_rules():
            database += 1
            self.stdout.write(f"database: {fault}")
        faults = database
        for slug, tenancy in _workspaces(slug=options["workspace"]):
            faults += self._one(slug, tenancy, database=database)
        if faults:
            raise CommandError(f"{faults} fault(s) found.")

    def _one(self, slug: str, tenancy: Tenancy, *, database: int) -> int:
        faults, looked_at, begun = 0, Counter[str](), datetime.now(UTC)
        with tqdm(desc=slug, unit=" rows", disable=None) as bar:

            def progress(check: str, count: int) -> None:
                looked_at[check] += count
                bar.set_postfix_str(check, refresh=False)
                bar.update(count)

            for fault in verify(tenancy=tenancy, progress=progress):
                faults += 1
                self.stdout.write(f"{slug}: {fault}")
        erased = erased_count(tenancy)
        self.stdout.write(f"{slug}: {faults} fault(s); {erased} erased, without a digest to check.")
        found = Verification(
            looked_at=looked_at, findings=faults, database=database, erased=erased, at=begun
        )
        try:
            keep_verification(tenancy=tenancy, verification=found)
        except DatabaseError:
            # A ledger that takes no rows (a copy to read, a broken table) can still be verified.
            self.stderr.write(f"{slug}: the result could not be kept in the chronicle.")
        return faults


def _workspaces(*, slug: str | None) -> Iterator[tuple[str, Tenancy]]:
    if slug is not None:
        try:
            yield slug, Tenancy(workspace_for_slug(slug))
        except LookupError as error:
            raise CommandError(f"There is no workspace {slug!r}.") from error
        return
    # The web role sees no list of workspaces; the owner's policy shows it this one table.
    for row in Workspace.objects.using("owner").order_by("created_at", "id").iterator():
        yield row.slug, Tenancy(row.id)
