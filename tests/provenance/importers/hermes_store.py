"""A small invented Hermes home."""

from typing import Any

from .stores import database, jsonl

SESSIONS = """id TEXT PRIMARY KEY, source TEXT, parent_session_id TEXT, title TEXT, archived INTEGER,
 hidden INTEGER, model_config TEXT, chat_type TEXT, started_at REAL"""
MESSAGES = """id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_call_id TEXT,
 tool_calls TEXT, tool_name TEXT, timestamp REAL, reasoning TEXT, observed INTEGER,
 _compressed_summary INTEGER, active INTEGER, compacted INTEGER, display_kind TEXT"""


def session(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "source": "cli", "started_at": 1767000000.0} | more


def message(number: int, role: str, content: Any, *, of: str = "s1", **more: Any) -> dict[str, Any]:
    row = {"id": number, "session_id": of, "role": role, "content": content}
    return row | {"timestamp": 1767000000.0 + number, "active": 1} | more


def state(sessions: list[dict[str, Any]], messages: list[dict[str, Any]]) -> bytes:
    return database(
        {"sessions": sessions, "messages": messages},
        columns={"sessions": SESSIONS, "messages": MESSAGES, "state_meta": "key TEXT, value TEXT"},
    )


def export(sessions: list[dict[str, Any]], messages: list[dict[str, Any]]) -> bytes:
    """As Hermes exports: active messages alone, each under its session."""
    return jsonl(
        *(
            one
            | {
                "messages": [
                    row for row in messages if row["session_id"] == one["id"] and row["active"]
                ]
            }
            for one in sessions
        )
    )
