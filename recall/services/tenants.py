"""The workspaces that have work waiting: the looks across the wall that workers take."""

from datetime import datetime

from django.db import connection

from provenance.database.tenancy import Tenancy


def with_work(*, at: datetime) -> list[Tenancy]:
    """Workspaces with index work that is due."""
    return _answer("workspaces_with_work(%s)", at)


def to_count(*, texts: int) -> list[Tenancy]:
    """Workspaces in which so many texts or more lie beyond what is counted."""
    return _answer("workspaces_to_count(%s)", texts)


def to_arrange() -> list[Tenancy]:
    """Workspaces whose vectors are on the move."""
    return _answer("workspaces_to_arrange()")


def embedded_otherwise(*, label: str) -> list[Tenancy]:
    """Workspaces whose embedder is not the one of this label, or was not until a moment ago."""
    return _answer("workspaces_embedded_otherwise(%s)", label)


def with_themes(*, at: datetime) -> list[Tenancy]:
    """Workspaces in which themes wait to be found, or whose worker has died over them."""
    return _answer("workspaces_with_themes(%s)", at)


def with_imports(*, at: datetime) -> list[Tenancy]:
    """Workspaces in which an import is to go on, or whose worker has died over it."""
    return _answer("workspaces_with_imports(%s)", at)


def with_checks(*, at: datetime) -> list[Tenancy]:
    """Workspaces whose saved questions wait to be checked, or whose worker has died over them."""
    return _answer("workspaces_with_checks(%s)", at)


def _answer(call: str, *given: datetime | int | str) -> list[Tenancy]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {call}", given)
        return [Tenancy(row[0]) for row in cursor.fetchall()]
