"""The people of the tests: who they are, and what they may do."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from provenance.database.tenancy import workspace
from provenance.models import Principal
from provenance.services.access.caller import Caller, caller_for_key, callers_for_login
from provenance.services.access.granting import give
from provenance.services.access.keys import make_key
from provenance.services.access.workspaces import add_principal
from tests.factories import UserFactory, WorkspaceFactory

PASSWORD = "a long enough pass phrase"


@dataclass
class Person:
    """One member of the cast: principal, caller, and a client for each door it may knock at."""

    principal: Principal
    caller: Caller
    secret: str = ""
    login: User | None = None
    api: APIClient = field(default_factory=APIClient)
    browser: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.secret:
            self.api.credentials(HTTP_AUTHORIZATION=f"Bearer {self.secret}")
        if self.login is not None:
            self.browser.force_login(self.login)

    @property
    def workspace_id(self) -> UUID:
        return self.principal.workspace_id

    def post(self, path: str, body: Any) -> Any:
        """POSTs JSON through the machine door."""
        return self.api.post(path, body, format="json")

    def get(self, path: str, **query: Any) -> Any:
        """GETs through the machine door."""
        return self.api.get(path, query)


@dataclass(frozen=True)
class Stage:
    """The cast of one test."""

    ada: Person
    ben: Person
    cleo: Person
    rita: Person
    mallory: Person


def make_stage() -> Stage:
    """Two fresh workspaces with their people."""
    rita = _human(WorkspaceFactory(), "rita")
    elsewhere = _human(WorkspaceFactory(), "nobody")
    return Stage(
        ada=add_person(rita, "ada", kind="host", grants=("observe", "capture")),
        ben=add_person(rita, "ben", kind="agent", grants=("recall",)),
        cleo=add_person(rita, "cleo", kind="agent", grants=()),
        rita=rita,
        mallory=add_person(
            elsewhere, "mallory", kind="host", grants=("observe", "capture", "recall", "review")
        ),
    )


def add_person(
    by: Person,
    name: str,
    *,
    kind: str,
    grants: tuple[str, ...],
    producer_id: UUID | None = None,
    **scope: Any,
) -> Person:
    """Adds a principal with a key of the kind and these grants; capture serves `by`."""
    at = datetime.now(UTC)
    human = by.principal
    with workspace(human):
        principal = add_principal(by=human, name=name, kind="agent", at=at)
        key = make_key(
            by=human.id,
            principal_id=principal.id,
            workspace_id=human.workspace_id,
            kind=kind,
            label="test",
            producer_id=producer_id,
            at=at,
        )
        for capability in grants:
            give(
                by=human.id,
                principal_id=principal.id,
                capability=capability,
                serves_id=human.id if capability == "capture" else None,
                reason="cast",
                at=at,
                **scope,
            )
    caller = caller_for_key(secret=key.secret, at=datetime.now(UTC))
    assert caller is not None
    return Person(principal=principal, caller=caller, secret=key.secret)


def _human(principal: Principal, name: str) -> Person:
    login = User.objects.get(id=principal.login_id)
    (caller,) = callers_for_login(login_id=login.id)
    return Person(principal=principal, caller=caller, login=login)


def new_login() -> User:
    """A login of its own, staff and with the cast's password."""
    return UserFactory()
