"""Records many events: each for itself, or all or none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import sleep
from typing import TypeVar

from django.db import OperationalError

from provenance.database.tenancy import workspace
from provenance.problems import EventConflict, PolicyRejected, Problem
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import Contribution
from provenance.services.observe import Observed, observe, observe_within
from provenance.services.receipts import OBSERVE
from provenance.services.screening.labels import is_restricted
from provenance.services.screening.rejections import kept

_ATTEMPTS = 5
T = TypeVar("T")


@dataclass(frozen=True)
class Failed:
    """One item of a batch that was not recorded, and why."""

    problem: Problem


Result = Observed | Failed


class ItemFailed(Exception):  # noqa: N818 - it names what happened, and carries the problem
    """An item of an atomic batch was refused; nothing of the batch is stored."""

    def __init__(self, index: int, problem: Problem) -> None:
        super().__init__(problem.code)
        self.index, self.problem = index, problem


def observe_each(
    *,
    caller: Caller,
    items: Sequence[Contribution | Failed],
    at: datetime,
    door: Door = Door.OBSERVE,
) -> list[Result]:
    """Records each event in a transaction of its own; results in the order of the request.

    Grants are read for each item, so that a revocation stops a batch that is running. What
    failed to be read stays in its place. Raises CapabilityRequired, once for all, where the
    caller may not observe to begin with.
    """
    _require_observe(caller=caller, at=at)
    return [
        item if isinstance(item, Failed) else _one(caller=caller, item=item, at=at, door=door)
        for item in items
    ]


def _require_observe(*, caller: Caller, at: datetime) -> None:
    with workspace(caller):
        live_grants(caller=caller, at=at).require("observe")


def _one(*, caller: Caller, item: Contribution, at: datetime, door: Door) -> Result:
    try:
        return retried(lambda: observe(caller=caller, contribution=item, at=at, door=door))
    except Problem as problem:
        return Failed(problem)


def observe_all(
    *, caller: Caller, items: Sequence[Contribution | Failed], at: datetime
) -> list[Observed]:
    """Records all events in one transaction, or none. Raises ItemFailed for one that is refused,
    CapabilityRequired where the caller may not observe.

    Items are written in the order of their identity, so that two batches lock alike.
    """
    _require_observe(caller=caller, at=at)
    for index, item in enumerate(items):
        if isinstance(item, Failed):
            raise ItemFailed(index, item.problem)
    contributions = [item for item in items if isinstance(item, Contribution)]
    try:
        return retried(lambda: _all(caller=caller, contributions=contributions, at=at))
    except ItemFailed as failed:
        if isinstance(failed.problem, PolicyRejected):
            # No observation is stored; that the policy refused one is.
            failed.problem = kept(failed.problem, caller=caller, act=OBSERVE, at=at)
        raise


def _all(*, caller: Caller, contributions: Sequence[Contribution], at: datetime) -> list[Observed]:
    restricted = any(is_restricted(one.labels) for one in contributions)
    order = sorted(range(len(contributions)), key=lambda index: _identity(contributions[index]))
    results: dict[int, Observed] = {}
    with workspace(caller, restricted=restricted):
        for index in order:
            try:
                observed = observe_within(
                    caller=caller, contribution=contributions[index], at=at, door=Door.OBSERVE
                )
            except Problem as problem:
                raise ItemFailed(index, problem) from problem
            if observed.conflict:
                raise ItemFailed(index, EventConflict())
            results[index] = observed
    return [results[index] for index in range(len(contributions))]


def _identity(contribution: Contribution) -> tuple[str, ...]:
    producer = contribution.producer
    named = (producer.harness, producer.instance) if producer else ("", "")
    return (*named, contribution.session_id or "", contribution.event_id)


def retried(act: Callable[[], T]) -> T:
    """Runs an act again where the database broke a deadlock by ending it; nothing was stored."""
    for attempt in range(_ATTEMPTS):
        try:
            return act()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != "40P01" or attempt == _ATTEMPTS - 1:
                raise
            sleep(0.01 * 2**attempt)
    raise AssertionError("unreachable")
