"""What one message of Hermes holds: whose words, or why they are none. The role is not enough."""

from typing import Any

from .inner import parsed
from .lines import mapping
from .said import Said
from .text import compact

Row = dict[str, Any]
STRUCTURED = "\0json:"
# Sessions that no person speaks in: a schedule's prompt, or another agent's request.
SCHEDULED = ("cron",)
DELEGATED = ("tool",)


def said(row: Row, *, session: Row) -> list[Said | str]:
    """The texts of a message in order, and reasons for what is none."""
    if row.get("display_kind") == "hidden":
        return ["hidden"]
    role = row.get("role")
    if role in ("session_meta", "system"):
        return ["metadata" if role == "session_meta" else "instructions"]
    texts, media = _texts(row.get("content"))
    text = "\n".join(texts)
    found: list[Said | str] = []
    if any(row.get(name) for name in ("reasoning", "reasoning_content")):
        found.append("reasoning")
    calls = _calls(row.get("tool_calls")) if role == "assistant" else []
    if text.strip():
        found += _voice(row, text, session=session)
    elif not calls and not media:
        found.append("empty")
    return [*found, *["media"] * media, *calls]


def _voice(row: Row, text: str, *, session: Row) -> list[Said | str]:
    role, source = row.get("role"), session.get("source")
    if row.get("_compressed_summary"):
        return [Said("summary", "assistant", text, labels=("compaction",))]
    if role == "tool":
        name = row.get("tool_name") if isinstance(row.get("tool_name"), str) else None
        denied = ("tool-error",) if row.get("effect_disposition") == "denied" else ()
        call = row.get("tool_call_id")
        answers = call if isinstance(call, str) else None
        return [Said("tool_result", "tool", text, name, denied, answers=answers)]
    if row.get("observed"):
        return [Said("turn", "unknown", text, labels=("third-party",))]
    if role == "user" and source in SCHEDULED:
        return ["injected"]
    if role == "user" and (source in DELEGATED or has_marker(session, "_delegate_from")):
        return [Said("turn", "assistant", text, "calling agent", ("subagent",))]
    if role == "user" and row.get("display_kind"):
        return [Said("turn", "unknown", text)]  # the host's, or the person's: it does not say
    return [Said("turn", role if role in ("user", "assistant") else "unknown", text)]


def has_marker(session: Row, name: str) -> bool:
    """Whether the settings of a session say so: how it was opened stands there."""
    config = session.get("model_config")
    about = config if isinstance(config, dict) else mapping(parsed(config))
    return bool(about.get(name))


def _texts(content: object) -> tuple[list[str], int]:
    """The texts of a plain or structured content, and how many parts were none."""
    if isinstance(content, str) and content.startswith(STRUCTURED):
        read = parsed(content.removeprefix(STRUCTURED))
        content = content if read is None else read
    if isinstance(content, str):
        return [content], 0
    parts = content if isinstance(content, list) else [] if content is None else [content]
    texts = [text for each in parts if isinstance(text := mapping(each).get("text"), str)]
    return texts, len(parts) - len(texts)


def _calls(calls: object) -> list[Said | str]:
    calls = parsed(calls) if isinstance(calls, str) else calls
    found: list[Said | str] = []
    for index, call in enumerate(calls if isinstance(calls, list) else []):
        function = mapping(mapping(call).get("function"))
        name = function.get("name") if isinstance(function.get("name"), str) else "tool"
        text = f"{name} {compact(function.get('arguments'))}"
        known = mapping(call).get("id")
        answers = known if isinstance(known, str) else None
        labels = ("tool-call",)
        found.append(Said("note", "assistant", text, None, labels, f":call{index}", answers))
    return found
