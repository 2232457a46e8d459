"""`manage.py reconcile KIND …`: plans what is to be put in order of what is here, and applies it."""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from provenance.database.tenancy import Tenancy
from provenance.management.acting import caller_named
from provenance.management.plan_table import plan_table
from provenance.models.mapping import VERDICTS
from provenance.problems import InvalidRequest, Problem
from provenance.services.access.caller import Caller
from provenance.services.importing.asking import (
    ask_to_apply,
    ask_to_go_on,
    ask_to_roll_back,
    cancel,
)
from provenance.services.importing.reading import get_import
from provenance.services.importing.run import run_plan
from provenance.services.reconciling.asked import KINDS, PAIRS, RECONCILIATIONS, Asked
from provenance.services.reconciling.begin import begin_reconciliation

_ACTS = {"cancel": cancel, "resume": ask_to_go_on, "rollback": ask_to_roll_back}


class Command(BaseCommand):
    """A plan first; then, by its id, the plan or some of its items are put into effect."""

    help = "Plans a reconciliation of what is here already; applies a plan; takes one back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", nargs="?", choices=KINDS, help="what to look at")
        parser.add_argument(
            "names",
            nargs="*",
            help="two producers (harness/instance), two sessions, two beginnings of event ids; "
            "or the pairs that are to be settled",
        )
        parser.add_argument("--as", dest="verdict", choices=VERDICTS, help="what the pairs are")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--plan", action="store_true", help="plan only (the default)")
        what.add_argument("--apply", metavar="PLAN", help="put a plan into effect")
        what.add_argument("--show", metavar="PLAN", help="show a plan and where it is")
        what.add_argument("--cancel", metavar="PLAN", help="stop what is being done")
        what.add_argument("--resume", metavar="PLAN", help="go on with what was stopped")
        what.add_argument("--rollback", metavar="PLAN", help="take back what a plan did")
        parser.add_argument("--only", nargs="+", metavar="ITEM", help="apply these items alone")
        parser.add_argument("--but", nargs="+", default=(), metavar="ITEM", help="leave these out")
        parser.add_argument("--workspace", default="default", metavar="SLUG")
        parser.add_argument(
            "--principal",
            metavar="NAME",
            help="who reconciles; without it, the workspace's oldest human principal",
        )
        parser.add_argument("--json", action="store_true", help="print the plan as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        try:
            plan_id = self._act(caller, options)
            shown = get_import(caller=caller, plan_id=plan_id, at=_now(), of=RECONCILIATIONS)
        except InvalidRequest as refused:
            where = ", ".join(f"{one['pointer']}: {one['message']}" for one in refused.errors)
            raise CommandError(f"{refused.code}: {where}") from refused
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
        if options["show"]:
            return _id_of(options["show"])
        for name, ask in _ACTS.items():
            if options[name]:
                plan_id = _id_of(options[name])
                ask(caller=caller, plan_id=plan_id, at=_now(), of=RECONCILIATIONS)
                return self._worked(caller, plan_id)
        if options["apply"]:
            plan_id = _id_of(options["apply"])
            ask_to_apply(
                caller=caller,
                plan_id=plan_id,
                only=None if options["only"] is None else _ids_of(options["only"]),
                but=_ids_of(options["but"]),
                at=_now(),
                of=RECONCILIATIONS,
            )
            return self._worked(caller, plan_id)
        plan_id = begin_reconciliation(caller=caller, asked=_asked(options), at=_now())
        self.stderr.write(f"plan {plan_id}")
        return self._worked(caller, plan_id)

    def _worked(self, caller: Caller, plan_id: UUID) -> UUID:
        """Ctrl-C leaves it where it is: a worker goes on, or `--resume`."""
        with tqdm(desc="reconcile", unit=" items", disable=not sys.stderr.isatty()) as bar:

            def progress(done: int, total: int) -> None:
                bar.total = total
                bar.n = done
                bar.refresh()

            run_plan(tenancy=Tenancy(caller.workspace_id), plan_id=plan_id, progress=progress)
        return plan_id


def _asked(options: dict[str, Any]) -> Asked:
    kind, names = options["kind"], options["names"]
    if kind is None:
        raise CommandError("Name a kind, or the id of a plan.")
    if kind == PAIRS:
        named = _ids_of(names) if names else None
        return Asked(kind=kind, verdict=options["verdict"], pairs=named)
    if names[2:]:
        raise CommandError("Name two.")
    first, second = [*names, None, None][:2]
    return Asked(kind=kind, first=first, second=second)


def _ids_of(texts: Sequence[str]) -> list[UUID]:
    return [_id_of(text) for text in texts]


def _id_of(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise CommandError(f"{text!r} is no id.") from None


def _now() -> datetime:
    return datetime.now(UTC)
