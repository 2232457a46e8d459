"""manage.py bootstrap: the first workspace, its people and their credentials."""

import json
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction

from memoryapp.settings.environment import number
from provenance.models import Principal
from provenance.services.access.hosts import AGENT_GRANTS, HOST_GRANTS, add_host, another_key
from provenance.services.access.workspaces import create_workspace, enter_workspace

WORKSPACE, ADMINISTRATOR = "default", "admin"
CLIENTS = {"codex-laptop": ("host", HOST_GRANTS), "claude-desktop": ("agent", AGENT_GRANTS)}


class Command(BaseCommand):
    """Idempotent: what is there stays. Lost credentials are replaced by new ones."""

    help = "Make the first workspace and write credentials.json into the data directory."

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes what is missing and writes what was made."""
        path = Path(settings.DATA_DIR) / "credentials.json"
        url = f"http://127.0.0.1:{number('PORT')}"
        if path.exists():
            kept = json.loads(path.read_text())
            if kept.get("url") != url:
                write_private(path, {**kept, "url": url})
            return
        password = secrets.token_urlsafe(16)
        keys = _keys(_administrator(password), at=datetime.now(UTC))
        admin = {"username": ADMINISTRATOR, "password": password}
        write_private(path, {"url": url, "admin": admin, "keys": keys})
        self.stdout.write(f"Credentials are in {path} (readable by you alone).")


def _administrator(password: str) -> Principal:
    """The human administrator, with this password; made with its workspace where it is new."""
    with transaction.atomic():
        # No superuser: logins belong to all workspaces, and this person to one.
        user, _ = User.objects.get_or_create(username=ADMINISTRATOR)
        user.set_password(password)
        user.save()
    try:
        return enter_workspace(slug=WORKSPACE)
    except LookupError:
        return create_workspace(
            slug=WORKSPACE,
            name="Default",
            administrator=ADMINISTRATOR,
            login_id=user.id,
            at=datetime.now(UTC),
        )


def _keys(human: Principal, *, at: datetime) -> dict[str, str]:
    keys = {}
    for name, (kind, grants) in CLIENTS.items():
        try:
            keys[name] = another_key(by=human, name=name, kind=kind, at=at)
        except Principal.DoesNotExist:
            keys[name] = add_host(by=human, name=name, grants=grants, kind=kind, at=at)
    return keys


def write_private(path: Path, document: dict[str, Any]) -> None:
    """Writes JSON that only its owner may read (0600), whole or not at all."""
    new = path.with_suffix(".new")
    descriptor = os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with open(descriptor, "w") as file:
        json.dump(document, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
