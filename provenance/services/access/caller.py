"""Who acts, as a door found out."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from provenance.services.access.key_hash import hash_of


@dataclass(frozen=True, kw_only=True)
class Caller:
    """A principal in its workspace, and the key or the login it came with."""

    workspace_id: UUID
    principal_id: UUID
    name: str
    kind: str
    key_id: UUID | None = None
    key_kind: str | None = None
    bound_producer_id: UUID | None = None


def caller_for_key(*, secret: str, at: datetime) -> Caller | None:
    """The caller whose API key this is; None for unknown, expired and revoked ones alike."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key_id, key_kind, producer_id, workspace_id,"
            " principal_id, principal_name, principal_kind FROM principal_for_key(%s, %s)",
            [hash_of(secret), at],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    key_id, key_kind, producer_id, workspace_id, principal_id, name, kind = row
    return Caller(
        workspace_id=workspace_id,
        principal_id=principal_id,
        name=name,
        kind=kind,
        key_id=key_id,
        key_kind=key_kind,
        bound_producer_id=producer_id,
    )


def callers_for_login(*, login_id: int) -> list[Caller]:
    """The human principals of a login, one for each of its workspaces, oldest workspace first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT workspace_id, principal_id, principal_name FROM principals_for_login(%s)",
            [login_id],
        )
        rows = cursor.fetchall()
    return [
        Caller(workspace_id=workspace_id, principal_id=principal_id, name=name, kind="human")
        for workspace_id, principal_id, name in rows
    ]
