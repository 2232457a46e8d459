"""A scratch database with a workspace in it, to be broken behind the application's back."""

from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import CurrentStanding, StandingEvent, Workspace
from provenance.problems import EventConflict
from provenance.services.contributing.contribution import ForeignReference, SubjectClaim
from recall.services.question import Question
from recall.services.recall import recall
from recall.services.sweep import sweep
from tests.cast import Stage, add_person, make_stage
from tests.contract.saying import link, say
from tests.provenance.erasing import erased
from tests.server import url_as

_OF = "FROM observation WHERE workspace_id = '{here}' ORDER BY position"
PLACES = {
    "said": f"(SELECT id {_OF} LIMIT 1)",
    "last": f"(SELECT id {_OF} DESC LIMIT 1)",
    "indexed": "(SELECT observation_id FROM indexed_text WHERE workspace_id = '{here}' LIMIT 1)",
}


@dataclass(frozen=True)
class Scratch:
    """A database to break, and the workspace in it."""

    database: str
    stage: Stage
    said: UUID

    @property
    def id(self) -> UUID:
        """The workspace."""
        return self.stage.ada.workspace_id

    @property
    def slug(self) -> str:
        with workspace(Tenancy(self.id)):
            return Workspace.objects.get(id=self.id).slug

    def break_it(self, *statements: str) -> None:
        """As the superuser, with every trigger and foreign key asleep meanwhile."""
        places = {name: place.format(here=self.id) for name, place in PLACES.items()}
        with psycopg.connect(url_as("postgres", self.database)) as superuser:
            superuser.execute("SET LOCAL session_replication_role = replica")
            always = superuser.execute(
                "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgenabled = 'A'"
            ).fetchall()
            for deed in ("DISABLE", None, "ENABLE ALWAYS"):
                if deed is None:
                    for statement in statements:
                        superuser.execute(statement.format(here=self.id, **places))
                    continue
                for table, trigger in always:
                    superuser.execute(f"ALTER TABLE {table} {deed} TRIGGER {trigger}")

    def report(self) -> list[str]:
        """The lines of the command."""
        out = StringIO()
        try:
            call_command("verify_ledger", "--workspace", self.slug, stdout=out)
        except CommandError:
            return out.getvalue().splitlines()
        return []


def told(database: str) -> Scratch:
    """A workspace in which everything happened that is verified."""
    stage = make_stage()
    ada, ben, rita = stage.ada, stage.ben, stage.rita
    said = say(
        ada,
        "The canary is green on Fridays.",
        subjects=(SubjectClaim(kind="repository", key="acme/api"),),
        foreign=ForeignReference(system="slack", id="1"),
        part=(0, 2),
        observed_at=datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=UTC),
        event_id="first",
    )
    say(ada, "Noted.", speaker_role="assistant", lineage=link("responds_to", event_id="first"))
    say(ada, "To be answered.", lineage=link("responds_to", event_id="not here yet"))
    eve = add_person(rita, "eve", kind="agent", grants=("observe", "recall"))
    shown = recall(caller=eve.caller, question=Question(query="canary green"), at=now())
    say(eve, "Fridays, then.", lineage=link("derived_from", recall=UUID(shown["id"])))
    say(eve, "So it was said.", lineage=link("quotes", observation=said))
    say(eve, "Elsewhere.", lineage=link("mirrors", external=("wiki", "page")), labels=("b", "a"))
    recall(caller=ben.caller, question=Question(query="canary green"), at=now())
    say(ada, "The vault code.", labels=("restricted",))
    with pytest.raises(EventConflict):
        say(ada, "Other words.", event_id="first")
    stand(said, stage)
    erased(rita, say(ada, "What must go."))
    sweep(at=now(), only=Tenancy(ada.workspace_id))
    say(ada, "This one still waits for its vector.")
    return Scratch(database, stage, said)


def stand(observation: UUID, stage: Stage) -> None:
    """A timeline of one event, and its end."""
    held = {"observation_id": observation, "standing": "current", "admission": "admitted"}
    with workspace(stage.rita.principal):
        row = {**held, "workspace_id": stage.rita.workspace_id, "at": now()}
        by = {"by_id": stage.rita.principal.id, "reason": "checked"}
        StandingEvent(**row, **by).save(force_insert=True)
        CurrentStanding(**row).save(force_insert=True)


def now() -> datetime:
    return datetime.now(UTC)
