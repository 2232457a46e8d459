"""Deletes what no import needs any longer: sources nobody came back to, and what crashes left."""

import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path

from provenance.services.importing.holding import alone, delete, has_holds, holds, imports_folder

# A request or a worker that makes one of these is done, or dead, long before.
_LEFT_BEHIND = timedelta(days=1)
_ASIDE = ("new-*", "unpacked-*", "arriving-*", "bundle-*", "gone-*")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def sweep_sources(*, at: datetime, days: int) -> int:
    """Deletes the bytes of plans, and of uploads, to which nobody came back for so many days.

    Returns how many sources went. A plan says so when it is asked to apply them. What is being
    worked on is held anew each time that a worker takes it up.
    """
    gone = 0
    old = (at - timedelta(days=days)).timestamp()
    with alone():
        for hold in list(holds()):
            if _time(hold) < old:
                hold.unlink(missing_ok=True)
        for folder in imports_folder().iterdir():
            if not _DIGEST.fullmatch(folder.name):
                continue
            if not has_holds(folder.name) and _time(folder) < old:
                delete(folder.name)
                gone += 1
    for upload in (imports_folder() / "uploads").glob("*"):
        if _time(upload / "upload") < old:
            shutil.rmtree(upload, ignore_errors=True)
            gone += 1
    _sweep_what_crashes_left(at)
    return gone


def _sweep_what_crashes_left(at: datetime) -> None:
    old = (at - _LEFT_BEHIND).timestamp()
    for pattern in _ASIDE:
        for folder in imports_folder().glob(pattern):
            if _time(folder) < old:
                shutil.rmtree(folder, ignore_errors=True)


def _time(path: Path) -> float:
    """When it was last written, in seconds since 1970; that of the folder where it is gone."""
    for known in (path, path.parent):
        try:
            return known.stat().st_mtime
        except FileNotFoundError:
            continue
    return float("inf")
