"""`manage.py load_sample`: the packaged sample conversations, for a first look around."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

import provenance
from provenance.management.acting import caller_named
from provenance.management.transcripts import Importer

SAMPLES = Path(provenance.__file__).parent / "samples"


class Command(BaseCommand):
    """Invented conversations, imported like any others; running it again changes nothing."""

    help = "Loads the packaged sample conversations."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", default="default", metavar="SLUG")
        parser.add_argument("--principal", metavar="NAME")

    def handle(self, *args: Any, **options: Any) -> None:
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        importer = Importer(caller=caller)
        files = len(list(importer.run([SAMPLES])))
        counts = importer.tally.outcomes
        self.stdout.write(
            f"{files} sample conversations: {counts['accepted']} turns and results new, "
            f"{counts['duplicate']} here already."
        )
