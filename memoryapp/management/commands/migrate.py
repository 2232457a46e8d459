"""`manage.py migrate`, as the role that owns the tables."""

from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Migrate


class Command(Migrate):
    """Django's migrate with `--database owner` as its default: the web role may change no table."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's arguments, with our default."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")
