"""`manage.py import PATH`: plans an import, shows the plan, and applies it where that is asked for."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from provenance.database.tenancy import Tenancy
from provenance.importers.formats import FORMATS
from provenance.management.acting import caller_named
from provenance.management.engram_pull import pull
from provenance.management.plan_table import plan_table
from provenance.models.import_run import AT_WORK
from provenance.problems import Problem
from provenance.services.access.caller import Caller
from provenance.services.importing.asking import (
    ask_to_apply,
    ask_to_go_on,
    ask_to_roll_back,
    cancel,
)
from provenance.services.importing.begin import begin_plan
from provenance.services.importing.reading import get_import
from provenance.services.importing.records import AUTO
from provenance.services.importing.run import run_plan

# Seconds between two looks at what a worker has in hand.
_LOOKS = 0.5


class Command(BaseCommand):
    """A plan first; with --apply, or later by its id, the plan is put into effect."""

    help = "Plans an import of transcripts, exports and stores; applies a plan; takes one back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", nargs="?", type=Path, help="a file or a folder to plan")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--plan", action="store_true", help="plan only (the default)")
        what.add_argument(
            "--apply", nargs="?", const="", metavar="PLAN", help="apply: the path, or a plan's id"
        )
        what.add_argument("--show", metavar="PLAN", help="show a plan and where it is")
        what.add_argument("--cancel", metavar="PLAN", help="stop what is being done")
        what.add_argument("--resume", metavar="PLAN", help="go on with what was stopped")
        what.add_argument("--rollback", metavar="PLAN", help="take back what a plan admitted")
        parser.add_argument("--pull", metavar="URL", help="plan what an engram server holds")
        parser.add_argument("--format", default=AUTO, choices=[AUTO, *sorted(FORMATS)])
        parser.add_argument(
            "--assume-zone",
            metavar="ZONE",
            help="read times that bear no zone in this one (as Europe/Berlin); else they stay unknown",
        )
        parser.add_argument("--workspace", default="default", metavar="SLUG")
        parser.add_argument(
            "--principal",
            metavar="NAME",
            help="who imports; without it, the workspace's oldest human principal",
        )
        parser.add_argument("--json", action="store_true", help="print the import as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        try:
            plan_id = self._act(caller, options)
            shown = get_import(caller=caller, plan_id=plan_id, at=_now())
        except Problem as problem:
            raise CommandError(f"{problem.code}: {problem.detail}") from problem
        if options["json"]:
            self.stdout.write(json.dumps(shown, indent=2))
        else:
            for line in plan_table(shown):
                self.stdout.write(line)
        if shown["state"] == "failed":
            raise CommandError(f"It failed: {shown['code']}.")

    def _act(self, caller: Caller, options: dict[str, Any]) -> UUID:
        """Does what is asked for, here and now; the plan that it is about."""
        asked = {
            "apply": ask_to_apply,
            "cancel": cancel,
            "resume": ask_to_go_on,
            "rollback": ask_to_roll_back,
        }
        for name, ask in asked.items():
            if options[name]:
                plan_id = _id_of(options[name])
                ask(caller=caller, plan_id=plan_id, at=_now())
                self._work(caller, plan_id)
                return plan_id
        if options["show"]:
            return _id_of(options["show"])
        plan_id = self._begin(caller, options)
        self.stderr.write(f"plan {plan_id}")
        self._work(caller, plan_id)
        if options["apply"] == "" and self._state(caller, plan_id) == "planned":
            ask_to_apply(caller=caller, plan_id=plan_id, at=_now())
            self._work(caller, plan_id)
        return plan_id

    def _begin(self, caller: Caller, options: dict[str, Any]) -> UUID:
        path, form, url = options["path"], options["format"], options["pull"]
        zone = options["assume_zone"]
        if (path is None) == (url is None):
            raise CommandError("Name a file or a folder, a server, or the id of a plan.")
        if url is None:
            return begin_plan(
                caller=caller, path=path, name=path.resolve().name, form=form, zone=zone, at=_now()
            )
        with TemporaryDirectory() as folder:
            pulled = pull(url, into=Path(folder))
            return begin_plan(caller=caller, path=pulled, name="engram", form="engram", at=_now())

    def _state(self, caller: Caller, plan_id: UUID) -> Any:
        return get_import(caller=caller, plan_id=plan_id, at=_now())["state"]

    def _work(self, caller: Caller, plan_id: UUID) -> None:
        """Ctrl-C leaves it where it is: a worker goes on, or `--resume`."""
        with tqdm(desc="import", unit=" records", disable=not sys.stderr.isatty()) as bar:

            def progress(done: int, total: int) -> None:
                bar.total = total
                bar.n = done
                bar.refresh()

            tenancy = Tenancy(caller.workspace_id)
            run_plan(tenancy=tenancy, plan_id=plan_id, progress=progress)
            while self._state(caller, plan_id) in AT_WORK:  # a worker was quicker, and has it
                sleep(_LOOKS)
                run_plan(tenancy=tenancy, plan_id=plan_id, progress=progress)


def _id_of(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise CommandError(f"{text!r} is no plan's id.") from None


def _now() -> datetime:
    return datetime.now(UTC)
