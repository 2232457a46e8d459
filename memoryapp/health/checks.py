"""What the service stands on, each asked by name. Reasons are fixed words: no address, no text."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from recall.embedders.current import current_embedder
from recall.embedders.errors import EmbedderUnavailable

from .broker import broker_answers

Check = dict[str, Any]
BROKER_SECONDS = 0.3
# A thread of its own, since looking a host name up cannot be interrupted. Where it hangs, later
# questions wait behind it and are answered "no" in time all the same.
_asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health-broker")


def database() -> Check:
    """Whether the database answers the web role."""
    return _from_database(lambda: _one("SELECT 1") == 1, "not_answering")


def migrations() -> Check:
    """Whether every migration of this code is applied."""
    return _from_database(lambda: _newest() <= set(_applied()), "not_applied")


def extension() -> Check:
    """Whether pgvector is installed."""
    sql = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
    return _from_database(lambda: _one(sql) is not None, "not_installed")


def broker() -> Check:
    """Whether the broker answers within 300 ms. Without it the sweep does the work, later."""
    asked = _asking.submit(broker_answers, settings.CELERY_BROKER_URL, seconds=BROKER_SECONDS)
    try:
        return _check(asked.result(timeout=BROKER_SECONDS), "not_answering")
    except TooSlow:
        asked.cancel()
        return _check(False, "not_answering")


def embedder() -> Check:
    """Whether the embedder can be had, and its name. Without it recall is lexical."""
    try:
        return {"ok": True, "name": current_embedder().name}
    except EmbedderUnavailable:
        return _check(False, "not_available")


def _check(ok: bool, reason: str) -> Check:
    return {"ok": True} if ok else {"ok": False, "reason": reason}


def _from_database(ask: Callable[[], bool], reason: str) -> Check:
    try:
        return _check(ask(), reason)
    except (DatabaseError, InterfaceError):
        return _check(False, "not_answering")


def _one(sql: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        row = cursor.fetchone()
    return row[0] if row else None


@cache
def _newest() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return frozenset(loader.graph.leaf_nodes())


def _applied() -> Any:
    return MigrationRecorder(connection).applied_migrations()
