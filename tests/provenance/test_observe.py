"""Recording an event: once, with what it counts for."""

from datetime import UTC, datetime

import pytest

from provenance.problems import EventConflict, UnknownReference
from provenance.services.contributing.contribution import ForeignReference, LinkClaim
from provenance.services.observe import observe
from tests.cast import add_person
from tests.factories import ContributionFactory


def now():
    return datetime.now(UTC)


def test_p03_a_retry_returns_the_first_receipt(ada):
    event = ContributionFactory()
    first = observe(caller=ada.caller, contribution=event, at=now())
    again = observe(caller=ada.caller, contribution=event, at=now())
    assert (first.duplicate, again.duplicate) == (False, True)
    assert again.receipt.id == first.receipt.id


def test_p03_other_content_under_the_same_event_id_is_a_conflict(ada):
    event = ContributionFactory(content="on Fridays")
    observe(caller=ada.caller, contribution=event, at=now())
    with pytest.raises(EventConflict):
        observe(
            caller=ada.caller,
            contribution=ContributionFactory(event_id=event.event_id, content="on Mondays"),
            at=now(),
        )


def test_nothing_comes_of_itself(ada):
    link = LinkClaim(relation="responds_to", event_id="selfish")
    with pytest.raises(UnknownReference):
        observe(
            caller=ada.caller,
            contribution=ContributionFactory(event_id="selfish", lineage=(link,)),
            at=now(),
        )


def test_p13_a_foreign_note_is_not_told_to_who_may_not_see_the_other_event(ada, rita):
    foreign = ForeignReference(system="codex", id="m-1")
    observe(caller=ada.caller, contribution=ContributionFactory(foreign=foreign), at=now())
    blind = add_person(rita, "blind", kind="agent", grants=("observe",))
    observed = observe(
        caller=blind.caller, contribution=ContributionFactory(foreign=foreign), at=now()
    )
    codes = {note["code"] for note in observed.receipt.body.get("notes", [])}
    assert not codes & {"same_foreign_event", "foreign_conflict"}
