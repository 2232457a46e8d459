"""Statements whose plan the server keeps: bound by the server, planned once for each connection."""

import gc
from threading import Thread
from time import monotonic, sleep

import pytest
from django.db import DataError, connection

from provenance.database.prepared import fetch
from provenance.database.tenancy import workspace
from provenance.models import Observation

pytestmark = pytest.mark.django_db(transaction=True)
_KEPT = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s"


def kept(part: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_KEPT, [f"%{part}%"])
        return cursor.fetchone()[0]


def test_a_statement_is_planned_once_for_all_values():
    statement = "SELECT %(number)s::int + 1, %(words)s::text[] AS kept_once"
    assert fetch(statement, {"number": 1, "words": ["a"]}) == [(2, ["a"])]
    assert fetch(statement, {"number": 2, "words": ["b", "c"]}) == [(3, ["b", "c"])]
    assert kept("kept_once") == 1


def test_of_other_statements_no_plan_is_kept(stage):
    with workspace(stage.ada.caller):
        for _ in range(8):
            list(Observation.objects.here()[:1])
        assert kept('FROM "observation"') == 0


def test_a_value_never_becomes_part_of_the_statement():
    hostile = "'); DROP TABLE observation; --"
    assert fetch("SELECT %(told)s::text", {"told": hostile}) == [(hostile,)]


def test_errors_are_djangos():
    with pytest.raises(DataError):
        fetch("SELECT %(number)s::text::int", {"number": "none"})


def test_what_watches_statements_sees_these_too():
    seen = []

    def watch(execute, sql, params, many, context):
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        fetch("SELECT %(number)s::int AS watched", {"number": 1})
    assert seen == ["SELECT %(number)s::int AS watched"]


def test_a_thread_that_ends_leaves_no_connection(ben):
    """The web server's threads end without saying so: what they asked must not hold on to them."""

    def asks():
        with workspace(ben.principal):
            fetch("SELECT 1 WHERE %(yes)s::boolean", {"yes": True})

    def connections():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            return cursor.fetchone()[0]

    before = connections()
    threads = [Thread(target=asks) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    del threads, thread

    # Django's wrapper is a cycle; and a backend takes a moment to go.
    gc.collect()
    end = monotonic() + 20
    while connections() > before and monotonic() < end:
        sleep(0.05)
    assert connections() <= before
