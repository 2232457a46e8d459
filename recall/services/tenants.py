"""The workspaces that have work waiting."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection


@dataclass(frozen=True)
class Tenancy:
    """A workspace to enter, where nobody in particular acts."""

    workspace_id: UUID


def with_work(*, at: datetime) -> list[Tenancy]:
    """Workspaces with index work that is due: the one look across the wall that workers take."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_with_work(%s)", [at])
        return [Tenancy(row[0]) for row in cursor.fetchall()]
