"""The web role owns nothing and bypasses nothing; the crossings are the owner's."""

from collections.abc import Iterator

from django.core.checks import CheckMessage, Critical

from provenance.database.crossings import CROSSINGS

from .reading import column, rows

EXTENSIONS = {"vector", "pg_trgm", "unaccent", "btree_gin"}


def check_roles() -> Iterator[CheckMessage]:
    """memoryapp.E001–E004: the role, what it owns, the crossings, the extensions."""
    ((superuser, bypasses, user),) = rows(
        "SELECT rolsuper, rolbypassrls, rolname FROM pg_roles WHERE rolname = current_user"
    )
    if superuser or bypasses:
        yield Critical(
            f"the web role {user} passes through row-level security",
            hint="APP_DATABASE_URL must name a role without SUPERUSER and BYPASSRLS.",
            id="memoryapp.E001",
        )
    if owned := _owned():
        yield Critical(
            f"the web role {user} owns tables: {', '.join(sorted(owned))}",
            hint="Migrate as the owner role (DATABASE_URL), serve as the web role.",
            id="memoryapp.E002",
        )
    for name in sorted(set(CROSSINGS) - _sound_crossings()):
        yield Critical(
            f"the function {name} is missing, or everybody may call it",
            hint="Run `manage.py migrate` as the owner role.",
            id="memoryapp.E003",
        )
    for name in sorted(EXTENSIONS - column("SELECT extname FROM pg_extension")):
        yield Critical(
            f"the extension {name} is missing",
            hint=f"As a superuser, in this database: CREATE EXTENSION {name}",
            id="memoryapp.E004",
        )


def _owned() -> set[str]:
    """Tables that stay; a connection's temporary ones are its own, and go with it."""
    return column(
        "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relpersistence <> 't'"
        " AND pg_get_userbyid(relowner) = current_user"
    )


def _sound_crossings() -> set[str]:
    """Functions that run as their owner, who is not us, and that the public may not call."""
    return column(
        "SELECT proname FROM pg_proc p WHERE prosecdef"
        " AND pg_get_userbyid(proowner) <> current_user"
        " AND NOT EXISTS (SELECT FROM aclexplode(p.proacl) a WHERE a.grantee = 0)"
        " AND p.proacl IS NOT NULL"
    )
