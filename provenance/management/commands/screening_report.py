"""`manage.py screening_report PATH…`: what screening makes of conversations and of attacks."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from provenance.management.screening_samples import Sample, samples_of
from provenance.services.screening.detect import instructions_in, secrets_in
from provenance.services.screening.text import joined


class Command(BaseCommand):
    """Counts, never texts. Needs no database and writes nothing."""

    help = "Counts what screening catches in files of conversations and of injected instructions."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(
            "| file | part | texts | secrets | per 1,000 | instructions | per 1,000 |"
        )
        self.stdout.write("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
        for path in options["paths"]:
            try:
                parts = samples_of(path)
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise CommandError(f"{path.name} could not be read as samples.") from error
            for part, samples in parts.items():
                self.stdout.write(_row(path.name, part, samples))


def _row(name: str, part: str, samples: list[Sample]) -> str:
    secrets = sum(any(secrets_in(joined([one.text]))) for one in samples)
    aimed = sum(bool(instructions_in([one.text], speech=one.speech)) for one in samples)
    rates = [f"{count} | {1000 * count / len(samples):.2f}" for count in (secrets, aimed)]
    return f"| {name} | {part} | {len(samples):,} | {rates[0]} | {rates[1]} |"
