"""A queue with one of each kind."""

from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from provenance.database.tenancy import workspace
from provenance.models import Receipt
from tests.cast import Person, Stage
from tests.contract.saying import say
from tests.contract.test_unresolved import raise_three
from tests.provenance.correcting import derived_from, proposed, proposing
from tests.provenance.importing.corpus import line, plan_of, transcript
from tests.provenance.test_screening import AIMED

CLAIM = "We deploy on Fridays, after the canary is green for an hour."
NEW = "We deploy on Mondays, after the canary is green for an hour."


@dataclass(frozen=True)
class Waiting:
    """What waits, by what it is, and who proposed it."""

    pat: Person
    claim: UUID
    made: UUID
    withdraw: UUID
    correct: UUID
    adopt: UUID
    held: UUID
    plan: UUID


def one_of_each(stage: Stage, folder: Path) -> Waiting:
    """Proposals of an agent, something in quarantine, three pairs and a plan."""
    pat = proposing(stage, "scout")
    claim = say(stage.ada, CLAIM, speaker_name="sam")
    made = derived_from(stage.ada, [claim], kind="summary")
    raise_three(stage)
    withdraw = proposed(pat, "withdraw", claim, reason="It was said of another service.")
    correct = proposed(pat, "correct", claim, statement=NEW, reason="The team moved the day.")
    adopt = proposed(pat, "adopt", say(stage.ada, "Releases need two approvals, always."))
    held = say(stage.ada, AIMED, speaker_role="tool", kind="tool_result")
    plan = plan_of(stage.rita, transcript(folder, line(1, "The kettle stands on the left.")))
    return Waiting(
        pat=pat,
        claim=claim,
        made=made,
        withdraw=UUID(withdraw.correction["id"]),
        correct=UUID(correct.correction["id"]),
        adopt=UUID(adopt.correction["id"]),
        held=held,
        plan=plan,
    )


def ask(person: Person, question: str) -> None:
    """Recalls, as a machine does."""
    answer = person.post("/v1/recall", {"query": question})
    assert answer.status_code == 200, answer.content


def last_recall(person: Person) -> UUID:
    """The receipt of what they recalled last."""
    with workspace(person.principal):
        rows = Receipt.objects.here().filter(act="recall", principal_id=person.principal.id)
        last: UUID = rows.latest("id").id
    return last


@pytest.fixture
def waiting(stage: Stage, tmp_path: Path) -> Waiting:
    """One of each kind."""
    return one_of_each(stage, tmp_path)
