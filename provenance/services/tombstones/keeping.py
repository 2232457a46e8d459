"""Appends acts to the file once they are committed, and whatever is missing there.

The ledger is the truth while it lives. A process that dies between the commit and the append
loses nothing: `fill` finds what the file lacks, by the ids of the rows.
"""

import logging
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction

from provenance.database.tenancy import Tenancy, current_workspace, workspace
from provenance.services.tombstones.acts import Acts, all_acts, entries_of, pages_of
from provenance.tombstones.entry import Entry
from provenance.tombstones.file import append, entries, file_of

_log = logging.getLogger(__name__)


def keep(acts: Acts) -> None:
    """Has these rows appended to the file of the workspace after the commit. Inside."""
    if not (acts.decisions or acts.reversals or acts.standings or acts.erasures):
        return
    here = current_workspace()
    transaction.on_commit(lambda: _append(Tenancy(here), acts))


def fill(tenancy: Tenancy, *, directory: Path | None = None) -> int:
    """Appends all that the file of the workspace lacks, and makes it where there is none.

    Returns how many acts were missing. Raises OSError where it cannot be written, DamagedError
    where it was altered.
    """
    path = file_of(tenancy.workspace_id, directory=directory or settings.TOMBSTONES_DIR)
    if not path.exists():
        append(path, [_opening(tenancy.workspace_id)])
    there = {entry.id for entry in entries(path)}
    with workspace(tenancy, restricted=True):
        acts = all_acts()
    missing = Acts(
        decisions=_lacking(acts.decisions, there),
        reversals=_lacking(acts.reversals, there),
        standings=_lacking(acts.standings, there),
        erasures=_lacking(acts.erasures, there),
    )
    count = 0
    for page in pages_of(missing):
        with workspace(tenancy, restricted=True):
            found = entries_of(page)
        append(path, found)
        count += len(found)
    return count


def _append(tenancy: Tenancy, acts: Acts) -> None:
    path = file_of(tenancy.workspace_id, directory=settings.TOMBSTONES_DIR)
    try:
        with workspace(tenancy, restricted=True):
            found = entries_of(acts)
        begun = [] if path.exists() else [_opening(tenancy.workspace_id)]
        append(path, [*begun, *found])
    except (OSError, DatabaseError) as failure:
        # The act is committed, and stands. `manage.py tombstones` appends it later.
        _log.warning("a tombstone could not be written: %s", type(failure).__name__)


def _opening(workspace_id: UUID) -> Entry:
    at = datetime.now(UTC).isoformat()
    return Entry(act="opened", id=str(workspace_id), position=0, at=at)


def _lacking(ids: Collection[UUID], there: set[str]) -> list[UUID]:
    return [one for one in ids if str(one) not in there]
