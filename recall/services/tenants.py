"""The workspaces that have work waiting: the looks across the wall that workers take."""

from datetime import datetime

from django.db import connection

from provenance.database.tenancy import Tenancy


def with_work(*, at: datetime) -> list[Tenancy]:
    """Workspaces with index work that is due."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_with_work(%s)", [at])
        return [Tenancy(row[0]) for row in cursor.fetchall()]


def to_count(*, texts: int) -> list[Tenancy]:
    """Workspaces in which so many texts or more lie beyond what is counted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_to_count(%s)", [texts])
        return [Tenancy(row[0]) for row in cursor.fetchall()]


def to_arrange() -> list[Tenancy]:
    """Workspaces whose vectors are on the move."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_to_arrange()")
        return [Tenancy(row[0]) for row in cursor.fetchall()]


def embedded_otherwise(*, label: str) -> list[Tenancy]:
    """Workspaces whose embedder is not the one of this label, or was not until a moment ago."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_embedded_otherwise(%s)", [label])
        return [Tenancy(row[0]) for row in cursor.fetchall()]


def with_themes(*, at: datetime) -> list[Tenancy]:
    """Workspaces in which themes wait to be found, or whose worker has died over them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT workspaces_with_themes(%s)", [at])
        return [Tenancy(row[0]) for row in cursor.fetchall()]
