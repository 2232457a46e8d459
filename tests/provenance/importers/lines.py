"""Lines as the two programs write them, short enough to read in a test."""

import json
from collections.abc import Iterable
from typing import Any

from provenance.importers import claude_code, codex
from provenance.importers.records import Record, Skipped

SESSION = "11111111-1111-4111-8111-111111111111"
OTHER = "22222222-2222-4222-8222-222222222222"
THREAD = "019f0000-0000-7000-8000-000000000001"


def encode(*rows: dict[str, Any]) -> list[bytes]:
    return [json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows]


def claude(
    kind: str, uuid: str, content: Any = None, *, parent: str | None = None, **more: Any
) -> dict[str, Any]:
    row = {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": SESSION,
        "timestamp": "2026-03-01T10:00:00.000Z",
        "isSidechain": False,
    }
    if kind in ("user", "assistant"):
        row["message"] = {"role": kind, "content": content}
    return row | more


def said(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}]


def read_claude(*rows: dict[str, Any], source: str = f"{SESSION}.jsonl") -> list[Record | Skipped]:
    return list(claude_code.read(encode(*rows), source=source))


def meta(thread: str = THREAD, **more: Any) -> dict[str, Any]:
    payload = {"id": thread, "timestamp": "2026-03-01T10:00:00.000Z", "source": "cli"} | more
    return line("session_meta", payload, at="10:00:00.000")


def line(kind: str, payload: Any, *, at: str = "10:00:01.000") -> dict[str, Any]:
    return {"timestamp": f"2026-03-01T{at}Z", "type": kind, "payload": payload}


def message(role: str, text: str, *, at: str = "10:00:01.000") -> dict[str, Any]:
    part = "output_text" if role == "assistant" else "input_text"
    content = [{"type": part, "text": text}]
    return line("response_item", {"type": "message", "role": role, "content": content}, at=at)


def read_codex(*rows: dict[str, Any], source: str = "rollout.jsonl") -> list[Record | Skipped]:
    return list(codex.read(encode(*rows), source=source))


def records(items: Iterable[Record | Skipped]) -> list[Record]:
    return [item for item in items if isinstance(item, Record)]


def reasons(items: Iterable[Record | Skipped]) -> list[str]:
    return [item.reason for item in items if isinstance(item, Skipped)]
