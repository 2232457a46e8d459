"""What the web role may do with the tables of Django's own apps, given after each migration."""

from typing import Any

from django.apps import AppConfig
from django.db import connections

from provenance.database.walled import web_role

CHANGED = (
    "auth_user",
    "auth_group",
    "auth_user_groups",
    "auth_user_user_permissions",
    "auth_group_permissions",
    "django_admin_log",
    "django_session",
)
READ = ("auth_permission", "django_content_type", "django_migrations")


def give_framework_privileges(sender: AppConfig, using: str, **_: Any) -> None:
    """Receiver of post_migrate: logins, sessions and the admin's log are the web role's to change.

    The ledger's privileges are given by its own migrations, table by table.
    """
    if using != "owner":
        return
    connection = connections[using]
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in present & set(READ):
            cursor.execute(f"GRANT SELECT ON {table} TO {web_role()}")
        for table in present & set(CHANGED):
            cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO {web_role()}")
            for sequence in connection.introspection.get_sequences(cursor, table):
                cursor.execute(f"GRANT USAGE ON SEQUENCE {sequence['name']} TO {web_role()}")
