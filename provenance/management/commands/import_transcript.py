"""`manage.py import_transcript PATH…`: Claude Code sessions and Codex rollouts into the ledger."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from provenance.management.acting import caller_named
from provenance.management.transcripts import READERS, Importer
from provenance.problems import CapabilityRequired


class Command(BaseCommand):
    """Imported turns are attributed evidence of weight 0; a second import is all duplicates."""

    help = "Imports Claude Code session files and Codex rollouts, or folders of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--workspace", default="default", metavar="SLUG")
        parser.add_argument(
            "--principal",
            metavar="NAME",
            help="who imports; without it, the workspace's oldest human principal",
        )
        parser.add_argument("--format", default="auto", choices=["auto", *READERS])

    def handle(self, *args: Any, **options: Any) -> None:
        missing = [str(path) for path in options["paths"] if not path.exists()]
        if missing:
            raise CommandError(f"There is nothing at {', '.join(missing)}.")
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        progress = sys.stderr.isatty()
        importer = Importer(caller=caller, form=options["format"], progress=progress)
        try:
            for line in importer.run(options["paths"]):
                if not progress:
                    self.stdout.write(line)
        except CapabilityRequired as refusal:
            raise CommandError(f"{caller.name} may not observe: {refusal.detail}") from refusal
        finally:
            for line in importer.tally.table():
                self.stdout.write(line)
        if not importer.tally.files:
            raise CommandError("No file could be read as a transcript.")
