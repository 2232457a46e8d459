"""`manage.py rebuild`: recall is a reading of the ledger, and can be made again from it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from provenance.database.tenancy import Tenancy
from provenance.models import Workspace
from provenance.services.access.workspaces import workspace_for_slug
from recall.embedders.errors import EmbedderUnavailable
from recall.management.bar import show
from recall.services.rebuild import Rebuilt, rebuild
from recall.services.rebuild_vectors import rebuild_vectors
from recall.services.rebuild_words import rebuild_words
from recall.services.vector_status import VectorStatus, vector_status


class Command(BaseCommand):
    """Safe while others write and ask: what is not made again yet is pending, and says so."""

    help = "Makes words, spellings, vectors and current standing again, from the ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        """One workspace or all of them, and where a run that broke off goes on."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--workspace", metavar="SLUG")
        which.add_argument(
            "--all", action="store_true", help="every workspace; read as the owner role"
        )
        parser.add_argument(
            "--after",
            type=int,
            default=0,
            metavar="POSITION",
            help="go on after this ledger position, which a run that broke off named last",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--lexical", action="store_true", help="words alone; they are found all the while"
        )
        what.add_argument(
            "--vectors",
            action="store_true",
            help="vectors of the embedder that EMBEDDER names, beside those in use until they are"
            " complete; what the workers do as well",
        )
        what.add_argument("--status", action="store_true", help="changes nothing: how far it is")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuilds, with a bar; CommandError where there is no such workspace or no embedder."""
        if options["after"] and (options["all"] or options["vectors"]):
            raise CommandError("--after belongs to one workspace, and not to --vectors.")
        for slug, tenancy in _workspaces(slug=options["workspace"]):
            if options["status"]:
                self.stdout.write(f"{slug}: {_told(vector_status(tenancy=tenancy))}")
                continue
            with tqdm(desc=slug, unit=" rows", disable=None) as bar:
                try:
                    again = _what(options)
                    made = again(tenancy=tenancy, progress=partial(show, bar))
                except EmbedderUnavailable as error:
                    raise CommandError(f"{slug}: words are there, vectors wait: {error}") from error
            self.stdout.write(
                f"{slug}: {made.observations} observations up to position {made.last_position},"
                f" {made.vectors} vectors."
            )


def _what(options: dict[str, Any]) -> Callable[..., Rebuilt]:
    if options["vectors"]:
        return rebuild_vectors
    if options["lexical"]:
        return partial(rebuild_words, after=options["after"])
    return partial(rebuild, after=options["after"], at=datetime.now(UTC))


def _told(status: VectorStatus | None) -> str:
    if status is None:
        return "no vectors yet."
    told = f"{status.made} texts by {status.embedder}, {status.pending} pending."
    if status.successor is None:
        return told
    return f"{told} To follow: {status.follow} by {status.successor}, {status.left} left."


def _workspaces(*, slug: str | None) -> Iterator[tuple[str, Tenancy]]:
    if slug is not None:
        try:
            yield slug, Tenancy(workspace_for_slug(slug))
        except LookupError as error:
            raise CommandError(f"There is no workspace {slug!r}.") from error
        return
    # The web role sees no list of workspaces; the owner's policy shows it this one table.
    for row in Workspace.objects.using("owner").order_by("created_at", "id"):
        yield row.slug, Tenancy(row.id)
