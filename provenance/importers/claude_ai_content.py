"""What one message of Claude.ai holds: texts, calls, results, and what was attached to it."""

from typing import Any

from .lines import mapping
from .said import Said
from .text import compact

ROLES = {"human": "user", "assistant": "assistant"}
REASONING = ("thinking", "redacted_thinking")  # a tuple: a foreign type may have no hash


def said(message: dict[str, Any]) -> list[Said | str]:
    """The texts of a message in order, and reasons for what is none."""
    role = ROLES.get(str(message.get("sender")), "unknown")
    content = message.get("content")
    found: list[Said | str] = []
    if isinstance(content, list) and content:
        for index, block in enumerate(content):
            found += _block(mapping(block), role, f":b{index}" if index else "")
    elif isinstance(message.get("text"), str) and message["text"].strip():
        found.append(Said("turn", role, message["text"]))
    attached = _attached(message)
    return [*found, *attached] or ["empty"]


def _block(block: dict[str, Any], role: str, suffix: str) -> list[Said | str]:
    kind, name = block.get("type"), block.get("name")
    named = name if isinstance(name, str) else None
    if kind in REASONING:
        return ["reasoning"]
    if kind == "tool_use":
        call = f"{named or 'tool'} {compact(block.get('input'))}"
        return [Said("note", "assistant", call, None, ("tool-call",), suffix)]
    if kind == "tool_result":
        texts, others = _texts(block.get("content"))
        labels = ("tool-error",) if block.get("is_error") is True else ()
        told = [Said("tool_result", "tool", "\n".join(texts), named, labels, suffix)]
        return [*(told if texts else []), *["media"] * others] or ["empty"]
    text = block.get("text")
    if kind == "text" and isinstance(text, str):
        return [Said("turn", role, text, None, (), suffix)] if text.strip() else ["empty"]
    return ["unknown_block"]


def _texts(content: object) -> tuple[list[str], int]:
    if isinstance(content, str):
        return [content] if content.strip() else [], 0
    blocks = content if isinstance(content, list) else []
    texts = [text for each in blocks if isinstance(text := mapping(each).get("text"), str)]
    return [text for text in texts if text.strip()], len(blocks) - len(texts)


def _attached(message: dict[str, Any]) -> list[Said | str]:
    """Texts of attachments, which somebody wrote and the person sent; other files are skipped."""
    found: list[Said | str] = []
    attachments, files = message.get("attachments"), message.get("files")
    for index, each in enumerate(attachments if isinstance(attachments, list) else []):
        text, name = mapping(each).get("extracted_content"), mapping(each).get("file_name")
        if isinstance(text, str) and text.strip():
            named = name if isinstance(name, str) else None
            found.append(Said("document", "unknown", text, named, ("attachment",), f":a{index}"))
        else:
            found.append("media")
    return [*found, *["media"] * len(files if isinstance(files, list) else [])]
