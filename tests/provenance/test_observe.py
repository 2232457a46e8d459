"""Recording an event: once, with what it counts for."""

from datetime import UTC, datetime

import pytest

from provenance.problems import EventConflict
from provenance.services.observe import observe
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
