"""Where a login may go: its workspaces by name."""

from dataclasses import dataclass

from django.db import connection

from provenance.services.access.caller import Caller


@dataclass(frozen=True)
class Entrance:
    """One workspace of a login: who it is there, and what the workspace is called."""

    caller: Caller
    slug: str


def entrances_for_login(*, login_id: int) -> list[Entrance]:
    """The workspaces in which the login is a human principal, oldest workspace first.

    As `callers_for_login`, and with the workspace's name, which lies behind the wall of each.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT workspace_id, workspace_slug, principal_id, principal_name"
            " FROM principals_for_login(%s)",
            [login_id],
        )
        rows = cursor.fetchall()
    return [
        Entrance(
            Caller(workspace_id=workspace_id, principal_id=principal_id, name=name, kind="human"),
            slug,
        )
        for workspace_id, slug, principal_id, name in rows
    ]


def chosen(entrances: list[Entrance], *, workspace_id: str | None) -> Entrance | None:
    """The entrance that was chosen earlier, by its workspace's id; the only one, where there is one."""
    if len(entrances) == 1:
        return entrances[0]
    for entrance in entrances:
        if str(entrance.caller.workspace_id) == workspace_id:
            return entrance
    return None
