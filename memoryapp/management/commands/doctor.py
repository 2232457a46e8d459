"""manage.py doctor: tries a host's key out, end to end, before the host is enabled."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryapp.doctor.examine import examine
from memoryapp.settings.environment import number, text


def _producer(written: str) -> tuple[str, str]:
    harness, _, instance = written.partition("/")
    if not harness or not instance:
        raise ArgumentTypeError("a producer is harness/instance: codex/laptop-1")
    return harness, instance


def _address(written: str) -> str:
    if not written.startswith(("http://", "https://")):
        raise ArgumentTypeError("an address begins with http:// or https://")
    return written


class Command(BaseCommand):
    """One line a check; exit code 1 where one fails. The key is written nowhere."""

    help = "Check a host's key end to end: key, grants, producer, clock, a turn there and back."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "key",
            nargs="?",
            help="the API key; - reads it from standard input, where no list of processes shows"
            " it; left out: the environment's MEMORYAPP_KEY",
        )
        parser.add_argument(
            "--url", type=_address, help="address of the server (default: this one's, by PORT)"
        )
        parser.add_argument(
            "--producer",
            type=_producer,
            metavar="HARNESS/INSTANCE",
            help="whom the host speaks for",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Examines."""
        key = _key(options["key"])
        url = options["url"] or f"http://127.0.0.1:{number('PORT')}"
        faults = 0
        for check in examine(url=url, key=key, producer=options["producer"]):
            faults += not check.sound
            self.stdout.write(str(check))
        if faults:
            raise CommandError(f"{faults} check(s) failed: do not enable this host yet.")
        self.stdout.write("The host may be enabled.")


def _key(given: str | None) -> str:
    key = sys.stdin.readline() if given == "-" else given or text("MEMORYAPP_KEY")
    if not key.strip() or not key.strip().isascii():
        raise CommandError("No API key was given, or what was given is none.")
    return key.strip()
