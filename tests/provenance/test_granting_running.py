"""A revocation reaches a batch that is running: it is read for each item (P13)."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Thread

import pytest
from django.db import connections

from provenance.database.tenancy import workspace
from provenance.models import ApiKey, Grant
from provenance.problems import CapabilityRequired, Unauthenticated
from provenance.services.access.granting import revoke
from provenance.services.access.keys import revoke_key
from provenance.services.observe_batch import Failed, observe_each
from tests.cast import Person
from tests.factories import ContributionFactory


class Interrupted(list):
    """A batch in whose middle something happens, over another connection."""

    def __init__(self, deed: Callable[[], None]) -> None:
        super().__init__(ContributionFactory() for _ in range(4))
        self.deed = deed

    def __iter__(self):
        for index, item in enumerate(super().__iter__()):
            if index == 2:
                elsewhere = Thread(target=self._do)
                elsewhere.start()
                elsewhere.join()
            yield item

    def _do(self) -> None:
        try:
            self.deed()
        finally:
            connections.close_all()


def take_the_grant(ada: Person, rita: Person) -> None:
    with workspace(rita.principal):
        grant = Grant.objects.here().get(principal_id=ada.principal.id, capability="observe")
        revoke(by=rita.principal.id, grant=grant, reason="left", at=datetime.now(UTC))


def end_the_key(ada: Person, rita: Person) -> None:
    with workspace(rita.principal):
        key = ApiKey.objects.here().get(id=ada.caller.key_id)
        revoke_key(by=rita.principal.id, key=key, reason="lost", at=datetime.now(UTC))


def end_the_key_by_its_overlap(ada: Person, rita: Person) -> None:
    with workspace(rita.principal):
        key = ApiKey.objects.here().get(id=ada.caller.key_id)
        at = datetime.now(UTC)
        revoke_key(by=rita.principal.id, key=key, reason="rotated", at=at, ends_at=at)


@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        (take_the_grant, CapabilityRequired),
        (end_the_key, Unauthenticated),
        (end_the_key_by_its_overlap, Unauthenticated),
    ],
)
def test_p13_a_revocation_stops_a_running_batch(ada, rita, deed, problem):
    batch = Interrupted(lambda: deed(ada, rita))
    results = observe_each(caller=ada.caller, items=batch, at=datetime.now(UTC))
    assert [isinstance(result, Failed) for result in results] == [False, False, True, True]
    assert all(isinstance(result.problem, problem) for result in results[2:])
