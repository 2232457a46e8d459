"""`manage.py load_sample`: the packaged sample conversations, for a first look around."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

import provenance
from provenance.database.tenancy import Tenancy
from provenance.management.acting import caller_named
from provenance.services.importing.asking import ask_to_apply
from provenance.services.importing.begin import begin_plan
from provenance.services.importing.reading import get_import
from provenance.services.importing.run import run_plan

SAMPLES = Path(provenance.__file__).parent / "samples"


class Command(BaseCommand):
    """Invented conversations, imported by a plan like any others; again, it changes nothing."""

    help = "Loads the packaged sample conversations."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workspace", default="default", metavar="SLUG")
        parser.add_argument("--principal", metavar="NAME")

    def handle(self, *args: Any, **options: Any) -> None:
        caller = caller_named(slug=options["workspace"], principal=options["principal"])
        tenancy = Tenancy(caller.workspace_id)
        plan = begin_plan(caller=caller, path=SAMPLES, name="samples", at=datetime.now(UTC))
        run_plan(tenancy=tenancy, plan_id=plan, progress=lambda done, total: None)
        ask_to_apply(caller=caller, plan_id=plan, at=datetime.now(UTC))
        run_plan(tenancy=tenancy, plan_id=plan, progress=lambda done, total: None)
        counts = get_import(caller=caller, plan_id=plan, at=datetime.now(UTC))["results"]
        self.stdout.write(
            f"{len(list(SAMPLES.glob('*.jsonl')))} sample conversations:"
            f" {counts.get('accepted', 0)} turns and results new,"
            f" {counts.get('duplicate', 0)} here already. To take them back:"
            f" manage.py import --rollback {plan}"
        )
