"""Adds the program that hosts a conversation, or the agent that asks: principal, key and grants."""

from collections.abc import Collection
from datetime import datetime

from provenance.database.tenancy import workspace
from provenance.models import Principal
from provenance.services.access.granting import give
from provenance.services.access.keys import make_key
from provenance.services.access.workspaces import add_principal

HOST_GRANTS = ("observe", "capture", "recall")
AGENT_GRANTS = ("observe", "recall")


def add_host(*, by: Principal, name: str, grants: Collection[str], kind: str, at: datetime) -> str:
    """Adds an agent principal with one key of `kind` and the grants; returns the key's secret.

    A capture grant serves the human `by`. One transaction; IntegrityError where the name is taken.
    """
    with workspace(by):
        principal = add_principal(by=by, name=name, kind="agent", at=at)
        _give(by=by, principal=principal, grants=grants, at=at)
        return _key(by=by, principal=principal, kind=kind, at=at)


def another_key(*, by: Principal, name: str, kind: str, at: datetime) -> str:
    """Makes one more key for the principal of this name; returns the secret."""
    with workspace(by):
        principal = Principal.objects.here().get(name=name)
        return _key(by=by, principal=principal, kind=kind, at=at)


def _give(*, by: Principal, principal: Principal, grants: Collection[str], at: datetime) -> None:
    for capability in grants:
        give(
            by=by.id,
            principal_id=principal.id,
            capability=capability,
            serves_id=by.id if capability == "capture" else None,
            reason="given when the principal was added",
            at=at,
        )


def _key(*, by: Principal, principal: Principal, kind: str, at: datetime) -> str:
    return make_key(
        by=by.id,
        principal_id=principal.id,
        workspace_id=by.workspace_id,
        kind=kind,
        label=f"{kind} key",
        at=at,
    ).secret
