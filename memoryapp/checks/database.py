"""Django's database check: refuses to boot where the database does not hold our rules."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Critical, Tags, register
from django.db import OperationalError, ProgrammingError

from .roles import check_roles
from .tables import check_tables


@register(Tags.database)
def check_database(
    app_configs: Any = None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Roles, wall, triggers, privileges, crossings and extensions, as the web role sees them."""
    if not databases or "default" not in databases:
        return []
    try:
        return [*check_roles(), *check_tables()]
    except (OperationalError, ProgrammingError) as error:
        return [
            Critical(
                f"the database cannot be examined ({type(error).__name__})",
                hint="Is it up, and has `manage.py migrate` run?",
                id="memoryapp.E000",
            )
        ]
