"""Which format a file is in, from its first bytes."""

import json
from typing import Any, Literal

from .lines import BOM

Format = Literal["claude-code", "codex", "prompt-index", "unsure"]

_ZIP = b"PK\x03\x04"
_CODEX = {"session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"}
_CLAUDE = {
    "user", "assistant", "system", "summary", "file-history-snapshot", "queue-operation",
    "custom-title", "ai-title", "attachment", "progress", "last-prompt", "permission-mode",
}  # fmt: skip


def recognise(head: bytes) -> Format:
    """The format of a file that begins with `head` (64 KiB are plenty); "unsure" is an answer.

    "prompt-index" are the lists that both programs keep of typed prompts and thread names: they
    repeat what the session files say.
    """
    if head.startswith(_ZIP):
        # Members that are stored and not packed can be read as lines, from the second on.
        return "unsure"
    lines = head.removeprefix(BOM).splitlines()
    for line in lines[:50]:
        if (found := _of_line(line)) != "unsure":
            return found
    # One object with `loglines` is longer than any head: its first member tells.
    return "claude-code" if head.lstrip()[:200].startswith(b'{"loglines"') else "unsure"


def _of_line(line: bytes) -> Format:
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return "unsure"
    return _of_object(value) if isinstance(value, dict) else "unsure"


def _of_object(value: dict[str, Any]) -> Format:
    kind = value.get("type")
    if not isinstance(kind, str):
        return _untyped(value)
    if kind in _CODEX and "payload" in value:
        return "codex"
    if kind == "message" and "role" in value and isinstance(value.get("content"), list):
        return "codex"
    if kind in _CLAUDE and {"uuid", "sessionId", "leafUuid", "messageId"} & value.keys():
        return "claude-code"
    return "unsure"


def _untyped(value: dict[str, Any]) -> Format:
    if isinstance(value.get("loglines"), list):
        return "claude-code"
    if "id" in value and "timestamp" in value and {"instructions", "git"} & value.keys():
        return "codex"
    if {"display", "project"} <= value.keys() or {"session_id", "ts", "text"} <= value.keys():
        return "prompt-index"
    if {"id", "thread_name", "updated_at"} <= value.keys():
        return "prompt-index"
    return "unsure"
