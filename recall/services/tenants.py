"""The workspaces that have work waiting."""

from datetime import datetime

from django.db import connection

from provenance.database.tenancy import Tenancy


def with_work(*, at: datetime) -> list[Tenancy]:
    """Workspaces with index work that is due: the one look across the wall that workers take."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_with_work(%s)", [at])
        return [Tenancy(row[0]) for row in cursor.fetchall()]
