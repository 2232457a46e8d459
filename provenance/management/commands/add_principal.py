"""manage.py add_principal: one more client for a workspace."""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError

from provenance.models.api_key import KEY_KINDS
from provenance.models.grant import CAPABILITIES
from provenance.problems import Problem
from provenance.services.access.hosts import add_host
from provenance.services.access.workspaces import enter_workspace


class Command(BaseCommand):
    """Prints the key once, as JSON; only its hash is kept."""

    help = "Add an agent principal with a key and grants over the whole workspace."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--workspace", default="default", help="slug of the workspace")
        parser.add_argument("--kind", choices=KEY_KINDS, default="agent", help="kind of the key")
        parser.add_argument("--grant", action="append", choices=CAPABILITIES, default=[])

    def handle(self, *args: Any, **options: Any) -> None:
        """Adds it."""
        try:
            human = enter_workspace(slug=options["workspace"])
            secret = add_host(
                by=human,
                name=options["name"],
                grants=options["grant"],
                kind=options["kind"],
                at=datetime.now(UTC),
            )
        except LookupError as error:
            raise CommandError(f"There is no workspace {options['workspace']}.") from error
        except Problem as problem:
            raise CommandError(problem.detail) from problem
        except IntegrityError as error:
            raise CommandError(f"There is a principal {options['name']} already.") from error
        answer = {"workspace": options["workspace"], "keys": {options["name"]: secret}}
        self.stdout.write(json.dumps(answer, indent=2))
