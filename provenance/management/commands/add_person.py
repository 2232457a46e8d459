"""manage.py add_person: one more human for a workspace, a second reviewer say."""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError

from provenance.models.grant import CAPABILITIES
from provenance.problems import Problem
from provenance.services.access.people import add_person
from provenance.services.access.workspaces import enter_workspace

# A principal's name, which is shorter than a login's may be.
_LONGEST_NAME = 100


class Command(BaseCommand):
    """Prints the password once, as JSON; only its hash is kept."""

    help = "Add a login with a human principal and grants over the whole workspace."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--workspace", default="default", help="slug of the workspace")
        parser.add_argument("--grant", action="append", choices=CAPABILITIES, default=[])

    def handle(self, *args: Any, **options: Any) -> None:
        """Adds them."""
        username, slug = options["username"], options["workspace"]
        unusable = f"A user name is at most {_LONGEST_NAME} letters, digits and @/./+/-/_."
        if len(username) > _LONGEST_NAME:
            raise CommandError(unusable)
        try:
            password = add_person(
                by=enter_workspace(slug=slug),
                username=username,
                grants=sorted(set(options["grant"])),
                at=datetime.now(UTC),
            )
        except LookupError as error:
            raise CommandError(f"There is no workspace {slug}.") from error
        except ValidationError as error:
            raise CommandError(unusable) from error
        except Problem as problem:
            raise CommandError(problem.detail) from problem
        except IntegrityError as error:
            raise CommandError(f"There is a login or a principal {username} already.") from error
        person = {"username": username, "password": password}
        self.stdout.write(json.dumps({"workspace": slug, "person": person}, indent=2))
