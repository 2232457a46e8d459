"""The wiring as a Django app: its commands and its checks."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryappConfig(AppConfig):
    """memoryapp: settings, checks, urls, problems, health, embedded services."""

    name = "memoryapp"

    def ready(self) -> None:
        """Connects what follows a migration, and registers the checks."""
        from memoryapp.checks import database  # noqa: F401 - registering is the purpose
        from memoryapp.privileges import give_framework_privileges

        post_migrate.connect(give_framework_privileges)
