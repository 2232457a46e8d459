"""Adds a person: a login of the site, and the human principal in one workspace."""

import secrets
from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.models import User

from provenance.database.tenancy import workspace
from provenance.models import Principal
from provenance.services.access.granting import give
from provenance.services.access.workspaces import add_principal
from provenance.services.screening.judge import require_kept


def add_person(*, by: Principal, username: str, grants: Collection[str], at: datetime) -> str:
    """Adds a new login with its human principal and grants over the workspace of `by`.

    Returns the generated password, of which only the hash is kept. One transaction.
    ValidationError where the name is no user name, IntegrityError where a login or a
    principal has it, PolicyRejected where it may not be kept, GrantExceedsGiver where `by`
    may not give a grant.
    """
    password = secrets.token_urlsafe(16)
    login = User(username=username)
    login.set_password(password)
    login.clean_fields()
    with workspace(by):
        require_kept([username])
        login.save()
        person = add_principal(by=by, name=username, kind="human", at=at, login_id=login.id)
        for capability in grants:
            give(
                by=by.id,
                principal_id=person.id,
                capability=capability,
                reason="given when the person was added",
                at=at,
            )
    return password
