"""`manage.py rehearse CORPUS`: an import tried from plan to rollback, and what each step changed.

It writes: `make rehearse` runs it on an isolated copy.
"""

import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from provenance.database.tenancy import Tenancy
from provenance.management.acting import caller_named
from provenance.management.plan_table import plan_table
from provenance.problems import Problem
from provenance.services.access.caller import Caller
from provenance.services.importing.asking import ask_to_apply, ask_to_roll_back
from provenance.services.importing.begin import begin_plan
from provenance.services.importing.reading import get_import
from provenance.services.importing.run import run_plan
from recall.services.rehearsal import Seen, changes, see


class Command(BaseCommand):
    """Plan → apply → questions → rollback. Exit code 1 where the plan fails."""

    help = "Rehearse an import on a copy: what it changes, and that it can be taken back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("corpus", type=Path)
        parser.add_argument("--workspace", default="default", metavar="SLUG")
        parser.add_argument("--principal", metavar="NAME")
        parser.add_argument("--questions", type=Path, help="a file with one question on a line")

    def handle(self, *args: Any, **options: Any) -> None:
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        questions = _questions(options["questions"])
        self._tell(_versions())
        try:
            self._rehearse(caller, options["corpus"], questions)
        except Problem as problem:
            raise CommandError(f"{problem.code}: {problem.detail}") from problem

    def _rehearse(self, caller: Caller, corpus: Path, questions: list[str]) -> None:
        before = self._see("as it was", caller, questions)
        plan = begin_plan(caller=caller, path=corpus, name=corpus.resolve().name, at=_now())
        _work(caller, plan)
        shown = get_import(caller=caller, plan_id=plan, at=_now())
        self._tell(plan_table(shown))
        if shown["state"] != "planned":
            raise CommandError(f"It cannot be planned: {shown['code']}.")
        ask_to_apply(caller=caller, plan_id=plan, at=_now())
        _work(caller, plan)
        applied = self._see("after applying", caller, questions)
        self._compare("what applying changed", before, applied)
        ask_to_roll_back(caller=caller, plan_id=plan, at=_now())
        _work(caller, plan)
        after = self._see("after rolling back", caller, questions)
        self._compare("what is left after rolling back", before, after)
        self._tell(plan_table({**get_import(caller=caller, plan_id=plan, at=_now()), "plan": None}))

    def _see(self, title: str, caller: Caller, questions: list[str]) -> Seen:
        if sys.stderr.isatty():
            self.stderr.write(f"looking: {title}")
        return see(caller=caller, questions=questions, at=_now())

    def _compare(self, title: str, before: Seen, after: Seen) -> None:
        rows = changes(before, after)
        self._tell([title, *(f"  {what}: {was} → {now}" for what, was, now in rows)])

    def _tell(self, lines: Any) -> None:
        for line in lines:
            self.stdout.write(line)


def _questions(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as failure:
        raise CommandError(f"The questions cannot be read ({type(failure).__name__}).") from failure
    return [line.strip() for line in lines if line.strip()]


def _versions() -> Iterator[str]:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    yield f"memoryapp {project['version']}, Django {django.__version__}"
    yield f"Python {sys.version.split()[0]}, embedder {settings.EMBEDDER}"


def _work(caller: Caller, plan_id: Any) -> None:
    run_plan(
        tenancy=Tenancy(caller.workspace_id), plan_id=plan_id, progress=lambda done, total: None
    )


def _now() -> datetime:
    return datetime.now(UTC)
