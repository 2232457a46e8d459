"""What one message of Letta holds. Its agents speak by calling a tool, and hosts by the user role."""

from typing import Any

from .inner import parsed
from .lines import mapping
from .said import Said
from .text import compact

SPEAKS = "send_message"


def said(message: dict[str, Any]) -> list[Said | str]:
    """The texts of a message in order, and reasons for what is none."""
    role, texts, media = message.get("role"), *_texts(message.get("content"))
    text = "\n".join(texts)
    match role:
        case "system":
            return ["instructions"]
        case "user":
            return [*_user(text), *["media"] * media]
        case "tool":
            name = message.get("name") if isinstance(message.get("name"), str) else None
            return [Said("tool_result", "tool", text, name)] if text.strip() else ["empty"]
        case "assistant":
            # Beside a call stands what the agent thought; alone it is what it said.
            calls = message.get("tool_calls")
            if isinstance(calls, list) and calls:
                return [*(["reasoning"] if text.strip() else []), *map(_call, calls)]
            return [Said("turn", "assistant", text)] if text.strip() else ["empty"]
    return ["unknown_type"]


def _user(text: str) -> list[Said | str]:
    """The host wraps what the person says in JSON, and sends its own events the same way."""
    value = parsed(text) if text.lstrip().startswith("{") else None
    kind = mapping(value).get("type")
    if kind == "user_message" and isinstance(mapping(value).get("message"), str):
        text = mapping(value)["message"]
    elif isinstance(kind, str) and "time" in mapping(value):
        return ["injected"]
    return [Said("turn", "user", text)] if text.strip() else ["empty"]


def _call(call: object) -> Said | str:
    function = mapping(mapping(call).get("function"))
    name, arguments = function.get("name"), function.get("arguments")
    told = parsed(arguments) if isinstance(arguments, str) else arguments
    message = mapping(told).get("message")
    if name == SPEAKS and isinstance(message, str):
        return Said("turn", "assistant", message) if message.strip() else "empty"
    text = f"{name if isinstance(name, str) else 'tool'} {compact(arguments)}"
    return Said("note", "assistant", text, None, ("tool-call",))


def _texts(content: object) -> tuple[list[str], int]:
    if content is None or isinstance(content, str):
        return [content or ""], 0
    parts = content if isinstance(content, list) else [content]
    texts = [text for each in parts if isinstance(text := mapping(each).get("text"), str)]
    return texts, len(parts) - len(texts)
