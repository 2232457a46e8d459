"""manage.py rotate_key: a new key in place of another, with an overlap."""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from provenance.database.tenancy import workspace
from provenance.management.spans import span
from provenance.problems import Problem
from provenance.services.access.rotate_key import find_key, rotate_key
from provenance.services.access.workspaces import enter_workspace
from provenance.services.times import instant


class Command(BaseCommand):
    """Prints the new key once, as JSON; only its hash is kept."""

    help = "Make a new key for the principal of another, which ends after an overlap."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="the key's hint (its first characters), or its principal")
        parser.add_argument("--workspace", default="default", help="slug of the workspace")
        parser.add_argument(
            "--overlap",
            type=span,
            default=timedelta(hours=24),
            help="how long the old key works on: 24h, 15m, 0s (default: 24h)",
        )
        parser.add_argument("--reason", default="rotated", help="kept with the old key's end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotates it."""
        at = datetime.now(UTC)
        try:
            human = enter_workspace(slug=options["workspace"])
            with workspace(human):
                key = find_key(named=options["key"], at=at)
                new = rotate_key(
                    by=human.id,
                    key=key,
                    overlap=options["overlap"],
                    reason=options["reason"],
                    at=at,
                )
                name = key.principal.name
        except LookupError as error:
            raise CommandError(f"No such workspace or key: {error}") from error
        except ValueError as error:
            raise CommandError(str(error)) from error
        except Problem as problem:
            raise CommandError(problem.detail) from problem
        answer = {
            "workspace": options["workspace"],
            "keys": {name: new.secret},
            "ends": {"hint": key.hint, "at": instant(at + options["overlap"])},
        }
        self.stdout.write(json.dumps(answer, indent=2))
