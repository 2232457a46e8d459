"""The mark of a restored copy: nothing serves it until a person has promoted it."""

import json
import os
from pathlib import Path
from typing import Any

from .failures import SetUpError

_NAME = "restored.json"


def mark(data: Path, state: dict[str, Any]) -> None:
    """Marks the data directory as a copy that is not promoted, and notes what is known of it."""
    new = data / f"{_NAME}.new"
    with new.open("w") as file:
        json.dump(state, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    new.replace(data / _NAME)


def mark_of(data: Path) -> dict[str, Any] | None:
    """What was noted; None where the directory is not, or is no longer, such a copy."""
    try:
        state = json.loads((data / _NAME).read_text())
    except FileNotFoundError:
        return None
    except ValueError:
        return {}
    return state if isinstance(state, dict) else {}


def unmark(data: Path) -> None:
    """Promotes it: from now on it may be served. The note stays, under another name."""
    (data / _NAME).rename(data / "promoted.json")


def refuse_unpromoted(data: Path) -> None:
    """SetUpError: the directory is a copy that nobody has promoted."""
    if mark_of(data) is not None:
        raise SetUpError(
            f"{data} is a restored copy that has not been promoted: look at it, then run"
            f" manage.py restore --into {data} --promote."
        )
