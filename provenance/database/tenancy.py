"""The workspace wall, from Python's side: one transaction, one tenant."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from django.db import transaction

from provenance.database.prepared import fetch


class OutsideWorkspaceError(RuntimeError):
    """A tenant table was touched outside `with workspace(...)`: the answer would be silently empty."""


class InWorkspace(Protocol):
    """Whoever acts: only the workspace matters to the wall."""

    @property
    def workspace_id(self) -> UUID:
        """The workspace that the act stays within."""


@dataclass(frozen=True)
class Tenancy:
    """A workspace to enter, where nobody in particular acts yet."""

    workspace_id: UUID


_ENTER = """
SELECT set_config('memoryapp.workspace_id', %(workspace)s, true),
       set_config('memoryapp.restricted', %(restricted)s, true)
"""
_current: ContextVar[UUID | None] = ContextVar("workspace", default=None)


def current_workspace() -> UUID:
    """The workspace of the open transaction. OutsideWorkspaceError where there is none."""
    if (workspace_id := _current.get()) is None:
        raise OutsideWorkspaceError("tenant tables are read and written inside `with workspace(…)`")
    return workspace_id


@contextmanager
def workspace(caller: InWorkspace, *, restricted: bool = False) -> Iterator[None]:
    """Opens the one transaction of an act and names its tenant to row-level security.

    `restricted=True` also opens the restricted lane, for those who may review it and for the
    host that reports into it. Not re-entrant: a nested call raises, so that no act is committed
    by halves. No model and no network may be called inside.
    """
    with transaction.atomic(durable=True):
        lane = "on" if restricted else ""
        fetch(_ENTER, {"workspace": str(caller.workspace_id), "restricted": lane})
        token = _current.set(caller.workspace_id)
        try:
            yield
        finally:
            _current.reset(token)
