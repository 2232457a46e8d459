"""`manage.py consolidate`: one run of consolidation, now."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from provenance.database.tenancy import Tenancy
from provenance.services.access.workspaces import workspace_for_slug
from recall.services.consolidation.consolidate import Run, consolidate
from recall.services.consolidation.everywhere import consolidate_everywhere


class Command(BaseCommand):
    """Proposes, and prints a line for each workspace as it is done. Applies nothing."""

    help = "Propose facts from clusters of evidence, whether or not CONSOLIDATION is on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", metavar="SLUG", help="this workspace alone")

    def handle(self, *args: Any, **options: Any) -> None:
        done = 0
        for done, (name, run) in enumerate(_runs(options["workspace"]), start=1):
            self.stdout.write(
                f"{done}. {name}: {run.outcome}, {run.clusters} clusters, {run.proposed} proposed"
            )
            self.stdout.flush()
        self.stdout.write(f"{done} workspaces. A person decides on what was proposed.")


def _runs(slug: str | None) -> Iterator[tuple[str, Run]]:
    at = datetime.now(UTC)
    if slug is None:
        for workspace_id, run in consolidate_everywhere(at=at):
            yield str(workspace_id), run
        return
    try:
        tenancy = Tenancy(workspace_for_slug(slug))
    except LookupError as error:
        raise CommandError(f"There is no workspace {slug!r}.") from error
    yield slug, consolidate(tenancy=tenancy, at=at)
