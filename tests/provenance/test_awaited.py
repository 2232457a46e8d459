"""What came after a backup and was withdrawn stays so when it comes again to the restored copy."""

from datetime import UTC, datetime

import pytest
from django.conf import settings

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import AwaitedStanding, CurrentStanding, Observation
from provenance.problems import Erased
from provenance.services.contributing.contribution import ForeignReference
from provenance.services.observe import observe
from provenance.services.receipts import shown
from provenance.services.tombstones.acts import all_acts
from provenance.services.tombstones.reapply import reapply
from provenance.tombstones.file import entries, file_of
from tests.cast import Person, Stage
from tests.factories import ContributionFactory
from tests.provenance.correcting import accepted, reverted
from tests.provenance.erasing import erased

SAID = "The pump in the east cellar drips when the tide is high."
NAMED = ForeignReference(system="codex", session="s-1", id="msg_12")


def send(person: Person, contribution):
    return observe(caller=person.caller, contribution=contribution, at=datetime.now(UTC))


def restored(stage: Stage) -> Person:
    """Another ledger, for which the file of this one was given: it never had what came after."""
    file = file_of(stage.rita.workspace_id, directory=settings.TOMBSTONES_DIR)
    copy = stage.mallory
    with workspace(copy.caller, restricted=True):
        assert not all_acts().decisions
    for _ in range(2):  # a second time changes nothing
        reapply(
            tenancy=Tenancy(copy.workspace_id), entries=list(entries(file)), at=datetime.now(UTC)
        )
    return copy


def standing(person: Person, observed) -> str:
    with workspace(person.caller):
        rows = CurrentStanding.objects.here().filter(observation_id=observed.receipt.observation_id)
        now = rows.first()
    return now.standing if now else "reported"


def test_p09_the_withdrawn_that_is_sent_again_after_a_restore_stays_withdrawn(stage):
    sent = ContributionFactory(content=SAID)
    accepted(stage, "withdraw", send(stage.ada, sent).receipt.observation_id)
    copy = restored(stage)
    again = send(copy, sent)
    assert standing(copy, again) == "withdrawn"
    (told,) = shown(caller=copy.caller, results=[again])
    assert told["recallable"]["reason"] == "withdrawn_equivalent"
    assert [note["code"] for note in told["notes"]] == ["withdrawn_equivalent"]


def test_p09_its_transcript_is_bound_by_name_role_and_words(stage):
    sent = ContributionFactory(content=SAID, foreign=NAMED)
    accepted(stage, "withdraw", send(stage.ada, sent).receipt.observation_id)
    copy = restored(stage)
    assert standing(copy, send(copy, ContributionFactory(content=SAID, foreign=NAMED))) == (
        "withdrawn"
    )


def test_p09_other_words_under_the_name_are_not_bound(stage):
    sent = ContributionFactory(content=SAID, foreign=NAMED)
    accepted(stage, "withdraw", send(stage.ada, sent).receipt.observation_id)
    copy = restored(stage)
    other = ContributionFactory(content="The pump is dry.", foreign=NAMED)
    assert standing(copy, send(copy, other)) == "reported"


def test_p09_a_persons_new_words_are_not_bound(stage):
    sent = ContributionFactory(content=SAID)
    accepted(stage, "withdraw", send(stage.ada, sent).receipt.observation_id)
    copy = restored(stage)
    assert standing(copy, send(copy, ContributionFactory(content=SAID))) == "reported"


def test_p09_what_was_reverted_again_is_not_awaited(stage):
    sent = ContributionFactory(content=SAID)
    reverted(stage.rita, accepted(stage, "withdraw", send(stage.ada, sent).receipt.observation_id))
    copy = restored(stage)
    assert standing(copy, send(copy, sent)) == "reported"


@pytest.mark.parametrize("again", [{}, {"content": "Other words.", "event_id": "new"}])
def test_p09_the_erased_is_refused_by_its_event_and_by_its_name(stage, again):
    sent = ContributionFactory(content=SAID, foreign=NAMED)
    erased(stage.rita, send(stage.ada, sent).receipt.observation_id)
    copy = restored(stage)
    with pytest.raises(Erased):
        send(copy, ContributionFactory(foreign=NAMED, **again) if again else sent)
    with workspace(copy.caller):
        assert not Observation.objects.here().exists()


def test_twice_is_the_same_as_once_and_no_word_is_kept(stage):
    sent = ContributionFactory(content=SAID, foreign=NAMED)
    accepted(stage, "withdraw", send(stage.ada, sent).receipt.observation_id)
    copy = restored(stage)
    with workspace(copy.caller):
        (row,) = AwaitedStanding.objects.here()
    assert (row.standing, row.anywhere) == ("withdrawn", False)
    assert "pump" not in str(vars(row))
