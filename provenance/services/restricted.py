"""The restricted lane: what hosts report for reviewers alone. Never recalled, listed or counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.problems import NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.reading.pages import Order, Page, Turn, page_of
from provenance.services.reading.reader import Reader
from provenance.services.reading.representation import contributed, represent_observations

_ORDER = Order(field="ordered_at", tie="id", descending=True)


def list_restricted(*, caller: Caller, turn: Turn, at: datetime) -> Page:
    """One page of the lane, newest event first, as far as the caller's review grants reach.

    Raises CapabilityRequired without a live `review` grant.
    """
    with _reviewing(caller=caller, at=at) as reader:
        page = page_of(_rows(reader), order=_ORDER, turn=turn)
        shown = represent_observations(page.rows, reader=reader)
        _note(page.rows, caller=caller, at=at)
    return Page(rows=shown, next=page.next, previous=page.previous)


def get_restricted(*, caller: Caller, observation_id: UUID, at: datetime) -> dict[str, Any]:
    """One of the lane. NotFound alike for what is not there and what the grants do not reach.

    Raises CapabilityRequired without a live `review` grant.
    """
    with _reviewing(caller=caller, at=at) as reader:
        found = _rows(reader).filter(id=observation_id).first()
        if found is None:
            raise NotFound
        _note([found], caller=caller, at=at)
        (shown,) = represent_observations([found], reader=reader)
        return {**shown, **contributed(found)}


@contextmanager
def _reviewing(*, caller: Caller, at: datetime) -> Iterator[Reader]:
    with workspace(caller, restricted=True):
        grants = live_grants(caller=caller, at=at)
        yield Reader(caller=caller, at=at, reach=grants.reach("review"), grants=grants)


def _rows(reader: Reader) -> Any:
    return reader.observations().filter(lane="restricted").with_source()


def _note(rows: Any, *, caller: Caller, at: datetime) -> None:
    """Who looked is on record. It is no exposure: nothing of the lane may pass for an echo."""
    for row in rows:
        record(
            act="restricted_shown",
            by=caller.principal_id,
            key_id=caller.key_id,
            about="observation",
            about_id=row.id,
            at=at,
        )
