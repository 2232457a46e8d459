"""Erasure against what happens at the same moment: copies, vectors, a second erasure (P14)."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event, Thread

import psycopg
import pytest
from django.db import connections

from provenance.database.tenancy import workspace
from provenance.models import Content, Erasure, Observation, Receipt
from provenance.services import erase as module
from provenance.services.erasing import copies_of
from tests.contract.saying import say
from tests.database.sql import as_superuser, own_database
from tests.provenance.erasing import erased, here
from tests.server import url_as

COPY = (
    "INSERT INTO proven_copy (id, workspace_id, observation_id, original_id, basis)"
    " VALUES (gen_random_uuid(), %s, %s, %s, 'foreign_reference')"
)


def in_a_thread(deed: Callable[[], object]) -> Thread:
    """Starts it over a connection of its own."""

    def run() -> None:
        try:
            deed()
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    return thread


def wait_until_somebody_waits() -> None:
    """Returns once a session of our database waits for a lock."""
    with as_superuser() as watcher:
        for _ in range(2_000):
            waiting = watcher.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                " AND datname = current_database()"
            ).fetchone()
            if waiting and waiting[0]:
                return
            watcher.rollback()  # one transaction sees the same activity for ever
            Event().wait(0.01)
    raise AssertionError("nobody waits")


def test_p14_a_copy_that_is_being_recorded_meanwhile_goes_too(ada, rita):
    first, second = say(ada, "The canary is green."), say(ada, "The canary is green.")
    with psycopg.connect(url_as("memoryapp_web", own_database())) as web:
        web.execute(
            "SELECT set_config('memoryapp.workspace_id', %s, true)", [str(rita.workspace_id)]
        )
        web.execute(COPY, [rita.workspace_id, second, first])
        eraser = in_a_thread(lambda: erased(rita, first))
        wait_until_somebody_waits()
        web.commit()
    eraser.join()
    assert not here(rita, Content)
    (receipt,) = here(rita, Receipt, act="erase")
    assert receipt.body["copies"] == [str(second)]
    assert receipt.body["destroyed"]["contents"] == 2


def test_p14_a_copy_that_comes_a_moment_later_is_refused(ada, rita):
    first, second = say(ada, "The canary is green."), say(ada, "The canary is green.")
    refused: list[BaseException] = []

    def record_the_copy() -> None:
        with psycopg.connect(url_as("memoryapp_web", own_database())) as web:
            web.execute(
                "SELECT set_config('memoryapp.workspace_id', %s, true)", [str(rita.workspace_id)]
            )
            try:
                web.execute(COPY, [rita.workspace_id, second, first])
            except psycopg.errors.IntegrityError as error:
                refused.append(error)

    original = module.withdraw_wordless_facts

    def meanwhile(**arguments):
        """Within the erasure, after the destruction: the rows are locked, nothing is committed."""
        copier.append(in_a_thread(record_the_copy))
        wait_until_somebody_waits()
        return original(**arguments)

    copier: list[Thread] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "withdraw_wordless_facts", meanwhile)
        erased(rita, first)
    copier[0].join()
    assert refused[0].diag.constraint_name == "no_copy_of_the_erased"
    with workspace(rita.principal):
        assert copies_of([second]) == {second}
    assert here(rita, Content, observation_id=second)


def test_p14_two_erasures_at_once_are_two_receipts_and_one_destruction(ada, rita):
    said = [say(ada, f"The canary is green, {number}.") for number in range(6)]
    threads = [
        in_a_thread(lambda ids=ids: erased(rita, *ids)) for ids in (said, list(reversed(said)))
    ]
    for thread in threads:
        thread.join()
    destroyed = sorted(
        row.body["destroyed"]["contents"] for row in here(rita, Receipt, act="erase")
    )
    assert destroyed == [0, 6]
    assert len(here(rita, Erasure)) == 6
    assert len(here(rita, Observation)) == 6


def test_p02_an_erasure_that_breaks_off_destroyed_nothing(ada, rita):
    said = say(ada, "The canary is green.")

    def break_off(**arguments):
        raise RuntimeError("the process dies here")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "withdraw_wordless_facts", break_off)
        with pytest.raises(RuntimeError):
            erased(rita, said, at=datetime.now(UTC))
    assert here(rita, Content, observation_id=said)
    assert not here(rita, Erasure)
