"""manage.py erase: destroys what was said, for good."""

import json
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from provenance.management.acting import caller_named
from provenance.problems import Problem
from provenance.services.erase import MOST, Erasing, erase
from provenance.services.observe_batch import retried
from provenance.services.receipts import shown


class Command(BaseCommand):
    """Asks first. Prints the receipt, as JSON."""

    help = "Destroy the content of observations and of their proven copies. It cannot be undone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("observation", nargs="+", type=UUID, help="ids of observations")
        parser.add_argument("--workspace", default="default", help="slug of the workspace")
        parser.add_argument("--principal", help="who acts (default: the oldest human)")
        parser.add_argument("--reason", required=True, help="kept for good; never what was said")
        parser.add_argument("--event-id", help="makes a second run the same act")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erases."""
        ids = list(dict.fromkeys(options["observation"]))
        if len(ids) > MOST:
            raise CommandError(f"At most {MOST} at once.")
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        if not options["yes"] and not self._agreed(len(ids)):
            raise CommandError("Nothing was erased.")
        erasing = Erasing(observations=ids, reason=options["reason"], event_id=options["event_id"])
        at = datetime.now(UTC)
        try:
            done = retried(lambda: erase(caller=caller, erasing=erasing, at=at))
        except Problem as problem:
            where = ", ".join(error["pointer"] for error in problem.errors)
            raise CommandError(f"{problem.detail} {where}".strip()) from problem
        (receipt,) = shown(caller=caller, results=[done])
        self.stdout.write(json.dumps(receipt, indent=2))

    def _agreed(self, count: int) -> bool:
        self.stdout.write(
            f"{count} observation(s) and all their proven copies. Type erase to go on:"
        )
        return sys.stdin.readline().strip() == "erase"
