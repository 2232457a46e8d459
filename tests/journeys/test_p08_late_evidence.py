"""Old evidence that comes late takes nothing from a recent correction (P7, P8, P9)."""

from datetime import UTC, datetime
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import Observation
from provenance.services.contributing.admission import Door
from provenance.services.correcting.proposal import Proposal
from provenance.services.decide import decide
from provenance.services.propose import propose
from tests.cast import Stage, add_person
from tests.contract.saying import say

OLD = "The ledger database listens on port 5432 in production."
NEW = "The ledger database listens on port 5544 in production."


def correct(stage: Stage, observation: UUID) -> None:
    """pat proposes that OLD be NEW, and rita accepts."""
    pat = add_person(stage.rita, "pat", kind="agent", grants=("observe", "recall", "propose"))
    proposed = propose(
        caller=pat.caller,
        proposal=Proposal(
            kind="correct",
            targets=[observation],
            statement=NEW,
            reason="moved in spring",
            event_id="correction-1",
        ),
        at=datetime.now(UTC),
    )
    decide(
        caller=stage.rita.caller,
        correction_id=UUID(proposed.correction["id"]),
        decision="accept",
        note="",
        at=datetime.now(UTC),
    )


def imported(stage: Stage, text: str) -> UUID:
    archivist = add_person(stage.rita, "archivist", kind="agent", grants=("observe",))
    return say(
        archivist,
        text,
        door=Door.IMPORT,
        observed_at=datetime(2025, 1, 1, tzinfo=UTC),
        session_id="archive",
    )


def test_p08_late_imported_evidence_does_not_undo_a_recent_correction(stage: Stage):
    said = say(stage.ada, OLD)
    correct(stage, said)
    late = imported(stage, "Port 5432 is where the ledger database listens, in production too.")
    answer = stage.ben.post("/v1/recall", {"query": "ledger database port in production"}).json()
    (fact,) = answer["facts"]
    assert (fact["statement"], fact["standing"]) == (NEW, "current")
    shown = {UUID(item["observation"]): item for item in answer["episodic"]}
    assert said not in shown
    assert shown[late]["admitted_as"] == "imported"
    assert shown[late]["times"]["observed_at"].startswith("2025-01-01")
    assert shown[late]["times"]["basis"] == "claimed"
    assert shown[late]["support"]["independent"] == 0


def test_p07_late_imported_evidence_is_old_in_every_order(stage: Stage):
    say(stage.ada, NEW)
    late = imported(stage, OLD)
    recent = stage.ben.post("/v1/recall", {"intent": "recent"}).json()
    assert UUID(recent["episodic"][-1]["observation"]) == late


def test_p09_a_late_copy_of_what_was_corrected_does_not_hold(stage: Stage):
    said = say(stage.ada, OLD)
    correct(stage, said)
    shown = add_person(stage.rita, "reader", kind="agent", grants=("observe", "recall"))
    assert shown.get(f"/v1/observations/{said}").status_code == 200
    copy = say(shown, OLD, speaker_role="assistant")
    with workspace(stage.rita.caller):
        row = Observation.objects.here().with_source().get(id=copy)
        assert row.current.standing == "corrected"
    answer = stage.ben.post("/v1/recall", {"query": "ledger database port in production"}).json()
    assert copy not in {UUID(item["observation"]) for item in answer["episodic"]}
