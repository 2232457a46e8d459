"""`manage.py recall_check`: asks the saved questions again, and says which are broken."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from provenance.database.tenancy import Tenancy
from provenance.models import QuestionCheck, Workspace
from provenance.services.access.workspaces import workspace_for_slug
from provenance.services.saved.shelf import Saved
from recall.management.check_table import as_record, table
from recall.services.checking.check import BROKEN
from recall.services.checking.run import check_all, how_many


class Command(BaseCommand):
    """Each is asked as the principal in whose view it was saved; nobody is shown the answers.

    What is done when it is interrupted stays done. Exit code 1 where a question is broken.
    """

    help = "Ask the saved questions again. Exit code 1 if one is not answered as expected."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--workspace",
            metavar="SLUG",
            help="this workspace alone; else all, whose list is read as the owner",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object on a line")

    def handle(self, *args: Any, **options: Any) -> None:
        broken = done = 0
        try:
            for slug, saved, check in _checked(options["workspace"]):
                done += 1
                broken += check.outcome == BROKEN
                record = as_record(saved, check, workspace=slug)
                lines = (
                    [json.dumps(record, ensure_ascii=False)] if options["json"] else table(record)
                )
                for line in lines:
                    self.stdout.write(line)
        except KeyboardInterrupt:
            raise CommandError(
                f"Interrupted after {done}. What is done is kept.", returncode=130
            ) from None
        if not options["json"]:
            self.stdout.write(f"{done} checked, {broken} broken.")
        if broken:
            raise CommandError(f"{broken} saved question(s) not answered as expected.")


def _checked(slug: str | None) -> Iterator[tuple[str, Saved, QuestionCheck]]:
    for name, tenancy in workspaces(slug):
        total = how_many(tenancy)
        if not total:
            continue
        with tqdm(desc=name, total=total, unit=" questions", disable=None) as bar:
            for saved, check in check_all(tenancy=tenancy, clock=lambda: datetime.now(UTC)):
                yield name, saved, check
                bar.update()


def workspaces(slug: str | None) -> Iterator[tuple[str, Tenancy]]:
    """The one of that name, or all. Raises CommandError where there is none."""
    if slug is not None:
        try:
            yield slug, Tenancy(workspace_for_slug(slug))
        except LookupError as error:
            raise CommandError(f"There is no workspace {slug!r}.") from error
        return
    # The web role sees no list of workspaces; the owner's policy shows it this one table.
    for row in Workspace.objects.using("owner").order_by("created_at", "id").iterator():
        yield row.slug, Tenancy(row.id)
