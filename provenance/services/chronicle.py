"""Writes the workspace's event log."""

from datetime import datetime
from typing import Any
from uuid import UUID

from provenance.database.tenancy import current_workspace
from provenance.models import ChronicleEvent


def record(
    *,
    act: str,
    by: UUID,
    about: str,
    about_id: UUID,
    at: datetime,
    key_id: UUID | None = None,
    detail: dict[str, Any] | None = None,
) -> None:
    """Appends one act. What is given is as of `event_of`."""
    event = event_of(
        act=act, by=by, about=about, about_id=about_id, at=at, key_id=key_id, detail=detail
    )
    ChronicleEvent.objects.all().add([event])


def event_of(
    *,
    act: str,
    by: UUID,
    about: str,
    about_id: UUID,
    at: datetime,
    key_id: UUID | None = None,
    detail: dict[str, Any] | None = None,
) -> ChronicleEvent:
    """The row to be of one act. `detail` holds codes and ids, never what anybody said."""
    return ChronicleEvent(
        workspace_id=current_workspace(),
        act=act,
        principal_id=by,
        key_id=key_id,
        about=about,
        about_id=about_id,
        detail=detail or {},
        at=at,
    )
