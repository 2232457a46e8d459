"""Adding people and workspaces from the command line."""

import json
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from memoryapp.management.commands import bootstrap
from provenance.database.tenancy import workspace
from provenance.services.access.caller import callers_for_login
from provenance.services.access.grants import grants_of
from provenance.services.access.workspaces import enter_workspace


def told(command: str, *arguments: str) -> Any:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def name() -> str:
    """A user name that nobody has."""
    return f"mia-{uuid4().hex[:8]}"


@pytest.fixture
def slug() -> str:
    """A workspace of its own."""
    new = f"acme-{uuid4().hex[:8]}"
    told("create_workspace", new)
    return new


def test_a_second_reviewer_logs_in_with_the_password_printed_once(slug, name):
    person = told("add_person", name, f"--workspace={slug}", "--grant=recall", "--grant=review")
    assert person["workspace"] == slug
    browser = Client()
    assert browser.login(**person["person"])
    login = User.objects.get(username=name)
    (caller,) = callers_for_login(login_id=login.id)
    with workspace(caller):
        grants = grants_of(principal_id=caller.principal_id, at=datetime.now(UTC))
    held = {grant.capability for grant in grants.live}
    assert held == {"recall", "review"}
    assert not login.is_superuser
    assert browser.get("/admin/").status_code == 403


def test_only_who_is_to_administer_enters_the_admin(slug, name):
    person = told("add_person", name, f"--workspace={slug}", "--grant=administer")
    browser = Client()
    assert browser.login(**person["person"])
    assert browser.get("/admin/").status_code == 200
    assert not User.objects.get(username=name).is_superuser


def test_a_taken_name_is_told_and_leaves_nothing(slug, name):
    told("add_person", name, f"--workspace={slug}")
    with pytest.raises(CommandError, match=f"There is a login or a principal {name} already"):
        told("add_person", name, f"--workspace={slug}")
    with pytest.raises(CommandError, match="There is a login or a principal codex-laptop already"):
        told("add_person", "codex-laptop", f"--workspace={slug}")
    assert not User.objects.filter(username="codex-laptop").exists()


@pytest.mark.parametrize("unusable", ["", "a b", "x" * 101])
def test_an_unusable_name_is_told(slug, unusable):
    with pytest.raises(CommandError, match="A user name is at most 100"):
        told("add_person", unusable, f"--workspace={slug}")


def test_an_unknown_workspace_is_told(name):
    with pytest.raises(CommandError, match="There is no workspace nowhere"):
        told("add_person", name, "--workspace=nowhere")


@pytest.mark.parametrize(
    "unusable", ["", "a b", "a_b", "-a", "a-", "a--b", "größe", "x" * 65, "a\n"]
)
def test_a_slug_is_letters_digits_and_hyphens(unusable, name):
    with pytest.raises(CommandError, match="The slug is at most 64 letters"):
        told("create_workspace", f"--admin={name}", "--", unusable)
    assert not User.objects.filter(username=name).exists()


def test_the_first_administrator_is_no_superuser(slug, name, monkeypatch, settings, tmp_path):
    monkeypatch.setattr(bootstrap, "ADMINISTRATOR", name)
    monkeypatch.setattr(bootstrap, "WORKSPACE", slug + "-first")
    settings.DATA_DIR = tmp_path
    call_command("bootstrap", stdout=StringIO())
    login = User.objects.get(username=name)
    assert not login.is_superuser
    browser = Client()
    browser.force_login(login)
    assert browser.get("/admin/").status_code == 200
    assert enter_workspace(slug=slug + "-first").login_id == login.id
