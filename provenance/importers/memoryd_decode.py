"""Columns of MemoryD that hold JSON as text, read as what they hold."""

import json
from collections.abc import Mapping
from typing import Any

_OBJECTS = {"metadata", "source_metadata", "policy"}
_LISTS = {
    "related_files", "tags", "source_ids", "supersedes", "changed_files", "decisions", "blockers",
    "next_steps", "tests_run", "tests_not_run", "source_episode_ids", "negative_examples",
}  # fmt: skip


def decoded(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with its JSON columns read; what holds no JSON of the kind is empty."""
    found = {"metadata": None, **row}
    for name in _OBJECTS & found.keys():
        value = _json(found[name])
        found[name] = value if isinstance(value, dict) else {}
    for name in _LISTS & found.keys():
        value = _json(found[name])
        found[name] = value if isinstance(value, list) else []
    return found


def _json(text: object) -> object:
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
