"""Whose vectors are searched in a workspace, whatever the settings say by now."""

from datetime import UTC, datetime
from typing import NamedTuple

from provenance.database.prepared import fetch
from provenance.database.tenancy import InWorkspace, Tenancy, current_workspace, workspace
from recall.embedders.current import current_embedder, embedder_named
from recall.embedders.port import Embedder
from recall.models import EmbedderInUse
from recall.services.mute import require_voice

_IN_USE = "SELECT embedder, successor FROM embedder_in_use WHERE workspace_id = %(here)s"
_HELD = f"{_IN_USE} FOR SHARE"


class InUse(NamedTuple):
    """The labels (name@revision) of the embedder in use, and of the one that is to follow it."""

    embedder: str
    successor: str | None


def in_use() -> InUse | None:
    """Inside the workspace. None where it has no vectors yet."""
    rows = fetch(_IN_USE, {"here": current_workspace()})
    return InUse(*rows[0]) if rows else None


def held(label: str) -> InUse:
    """As `in_use`, and it stays so until the transaction ends; the first vectors' label is in use."""
    if (row := _held()) is None:
        _first(label)
        row = _held()
    assert row is not None  # noqa: S101 - nobody deletes it
    return row


def embedder_of(within: InWorkspace) -> Embedder:
    """The embedder that questions and new texts of this workspace are embedded by.

    Outside any transaction. Raises EmbedderUnavailable, also where the old one is not to be had
    any more: then words answer until the successor's vectors are complete.
    """
    with workspace(within):
        now = in_use()
    if now is None:
        return current_embedder()
    require_voice(now.embedder)
    return embedder_named(now.embedder)


def use_now(*, tenancy: Tenancy, label: str, at: datetime) -> None:
    """This embedder is in use from now on, and vectors of all others go: they are made again."""
    with workspace(tenancy):
        _first(label)
        # Not shared first: two who both want it for themselves then would wait for each other.
        now = EmbedderInUse.objects.here().select_for_update().get()
        if (now.embedder, now.successor) != (label, None):
            before = (*now.replaced, now.embedder, now.successor)
            others = {one for one in before if one is not None and one != label}
            now.embedder, now.successor, now.since, now.replaced = label, None, at, sorted(others)
            now.save()


def _first(label: str) -> None:
    """This embedder is in use, if none is."""
    new = EmbedderInUse(workspace_id=current_workspace(), embedder=label, since=datetime.now(UTC))
    EmbedderInUse.objects.all().add([new], skip_existing=True)


def _held() -> InUse | None:
    rows = fetch(_HELD, {"here": current_workspace()})
    return InUse(*rows[0]) if rows else None
