"""Small foreign files, invented, and how tests read them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import Item, Record
from provenance.importers.source import Source


def written(folder: Path, files: Mapping[str, Any]) -> Source:
    """A folder with these files: bytes and texts as they are, anything else as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_bytes(content))
    return Source(folder)


def as_bytes(content: Any) -> bytes:
    """Bytes as they are, a text in UTF-8, anything else as JSON."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def read(form: str, folder: Path, files: Mapping[str, Any]) -> list[Item]:
    """What the format makes of those of the files that it claims; it must claim one."""
    source = written(folder, files)
    names = claims(source).files[form]
    return list(FORMATS[form].read(source, names))


def gist(items: list[Item]) -> list[tuple[str, ...]]:
    """Each item in a few words: kind, role, status and text; or the reason why there is none."""
    return [
        (item.kind, item.speaker_role, item.status, item.content)
        if isinstance(item, Record)
        else (item.reason,)
        for item in items
    ]


def node(name: str, parent: str | None, message: Any = None) -> tuple[str, dict[str, Any]]:
    return name, {"id": name, "parent": parent, "children": [], "message": message}


def talk(
    *nodes: tuple[str, dict[str, Any]], current: str | None, id: str = "c1", **more: Any
) -> dict[str, Any]:
    head = {"title": "Kettles", "create_time": 1767000000.5, "conversation_id": id, "id": id}
    return head | {"mapping": dict(nodes), "current_node": current} | more


def words(role: str, text: str, *, at: float | None = 1767000001.25, **more: Any) -> dict[str, Any]:
    return {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "content": {"content_type": "text", "parts": [text]},
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
    } | more
