"""manage.py create_workspace: a tenant with its administrator and two first clients."""

import json
import re
import secrets
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError, transaction

from provenance.services.access.hosts import AGENT_GRANTS, HOST_GRANTS, add_host
from provenance.services.access.workspaces import create_workspace
from provenance.services.screening.judge import may_be_kept_anywhere

_SLUG = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", re.ASCII)
_LONGEST_SLUG = 64


class Command(BaseCommand):
    """Prints the new credentials once, as JSON; nothing but hashes is kept of them."""

    help = "Make a workspace with a human administrator, a host principal and an agent principal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="short name: letters, digits and hyphens")
        parser.add_argument("--name", help="display name (default: the slug)")
        parser.add_argument("--admin", help="user name of the administrator (default: SLUG-admin)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes login, workspace, principals and keys."""
        slug, at = options["slug"], datetime.now(UTC)
        if len(slug) > _LONGEST_SLUG or not _SLUG.fullmatch(slug):
            raise CommandError(
                "The slug is at most 64 letters (a to z), digits and single hyphens, such as acme-2."
            )
        username = options["admin"] or f"{slug}-admin"
        if not may_be_kept_anywhere([slug, options["name"], username]):
            raise CommandError("A name may not be kept: it looks like a secret.")
        password = None
        if not User.objects.filter(username=username).exists():
            password = secrets.token_urlsafe(16)
        try:
            with transaction.atomic():
                user = _login(username, password)
        except IntegrityError as error:
            raise CommandError(f"The user name {username} was taken just now.") from error
        try:
            human = create_workspace(
                slug=slug,
                name=options["name"] or slug,
                administrator=username,
                login_id=user.id,
                at=at,
            )
        except IntegrityError as error:
            raise CommandError(f"There is a workspace {slug} already.") from error
        keys = {
            "codex-laptop": add_host(
                by=human, name="codex-laptop", grants=HOST_GRANTS, kind="host", at=at
            ),
            "claude-desktop": add_host(
                by=human, name="claude-desktop", grants=AGENT_GRANTS, kind="agent", at=at
            ),
        }
        credentials = {
            "workspace": slug,
            "admin": {"username": username, "password": password},
            "keys": keys,
        }
        self.stdout.write(json.dumps(credentials, indent=2))


def _login(username: str, password: str | None) -> User:
    """The existing login of this name, or a new one."""
    if password is None:
        return User.objects.get(username=username)
    return User.objects.create_user(username=username, password=password)
