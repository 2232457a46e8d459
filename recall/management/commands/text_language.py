"""`manage.py text_language`: by the rules of which language a workspace's words are read."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from provenance.database.tenancy import Tenancy, workspace
from provenance.management.acting import caller_named
from provenance.models.text_language import LANGUAGES
from provenance.problems import Problem
from provenance.services.text_language import choose_text_language, text_language
from recall.management.bar import show
from recall.services.rebuild_words import rebuild_words


class Command(BaseCommand):
    """Without a language it tells the present one. With one, all words are read anew."""

    help = "Tells or chooses the language of a workspace, and reads its words anew."

    def add_arguments(self, parser: CommandParser) -> None:
        """The workspace, and the language where one is chosen."""
        parser.add_argument("--workspace", required=True, metavar="SLUG")
        parser.add_argument("language", nargs="?", choices=LANGUAGES, metavar="LANGUAGE")
        parser.add_argument("--principal", help="who chooses it (default: the oldest human)")
        parser.add_argument("--reason", default="chosen by command", help="kept with the choice")

    def handle(self, *args: Any, **options: Any) -> None:
        """CommandError where there is no such workspace or principal, or it may not choose."""
        slug, language = options["workspace"], options["language"]
        caller = caller_named(slug=slug, principal=options["principal"])
        if language is None:
            with workspace(caller):
                self.stdout.write(text_language())
            return
        try:
            with workspace(caller):
                choose_text_language(
                    caller=caller,
                    language=language,
                    reason=options["reason"],
                    at=datetime.now(UTC),
                )
        except Problem as problem:
            raise CommandError(problem.detail) from problem
        again = f"manage.py rebuild --lexical --workspace {slug}"
        self.stdout.write(f"{slug}: {language}. If this breaks off: {again}")
        with tqdm(desc=slug, unit=" rows", disable=None) as bar:
            made = rebuild_words(tenancy=Tenancy(caller.workspace_id), progress=partial(show, bar))
        self.stdout.write(f"{slug}: the words of {made.observations} observations read anew.")
