"""What one message of ChatGPT holds: whose words, or why they are none. The role is not enough."""

import re
from typing import Any

from .lines import mapping
from .said import Said
from .text import compact

Block = dict[str, Any]
# Tuples: what is looked up in them may be of any type, also one that has no hash.
RETRIEVED = ("tether_browsing_display", "tether_quote", "sonic_webpage", "search_result")
REASONING = ("thoughts", "reasoning_recap")
SPOKEN = ("audio_transcription", "text")
MAX_SETTINGS = 20_000
# The host's words around a profile, which would else be taken for the person's.
_FENCED = re.compile(r"User profile:\s*```(.*)```\s*\Z", re.DOTALL)


def said(message: Block) -> list[Said | str]:
    """The texts of a message in order, and reasons for what is none."""
    content, about = mapping(message.get("content")), mapping(message.get("metadata"))
    if wrote := _own_settings(content, about):
        return [*wrote]
    if message.get("weight") == 0 or about.get("is_visually_hidden_from_conversation") is True:
        return ["hidden"]
    kind = content.get("content_type")
    if kind in REASONING or _thinks(message):
        return ["reasoning"]
    role, name = _speaker(message)
    if role == "system":
        return ["instructions"]
    texts, others = _texts(content)
    if not texts:
        return others or ["empty"]
    return [_said(message, kind, role, name, "\n".join(texts)), *others]


def _said(message: Block, kind: object, role: str, name: str | None, text: str) -> Said:
    to = message.get("recipient")
    if kind in RETRIEVED or kind == "execution_output" or role == "tool":
        return Said("tool_result", "tool", text, name)
    if kind == "system_error":
        return Said("tool_result", "tool", text, name, ("tool-error",))
    if role == "assistant" and to == "bio":
        return Said("note", role, text, name, ("bio",))
    if role == "assistant" and isinstance(to, str) and to != "all":
        return Said("note", role, f"{to} {text}", name, ("tool-call",))
    if role == "assistant" and kind == "code":
        return Said("note", role, text, name, ("tool-call",))
    return Said("turn", role, text, name)


def _thinks(message: Block) -> bool:
    return message.get("channel") == "analysis" and message.get("recipient") in (None, "all")


def _speaker(message: Block) -> tuple[str, str | None]:
    author = mapping(message.get("author"))
    role, name = author.get("role"), author.get("name")
    real = mapping(author.get("metadata")).get("real_author")
    if isinstance(real, str) and real.startswith("tool:"):
        return "tool", real.removeprefix("tool:")
    known = role if role in ("user", "assistant", "tool", "system") else "unknown"
    return known, name if isinstance(name, str) else None


def _texts(content: Block) -> tuple[list[str], list[Said | str]]:
    """The texts, and a reason for each part that is none. Foreign parts may be anything."""
    kind, parts = content.get("content_type"), content.get("parts")
    if isinstance(parts, list):
        texts = [text for part in parts if (text := _part(part)) is not None]
        return [text for text in texts if text.strip()], ["media"] * (len(parts) - len(texts))
    for member in ("text", "result"):
        if isinstance(content.get(member), str):
            return [text for text in [content[member]] if text.strip()], []
    return [], ["unknown_block" if kind else "misshapen"]


def _part(part: object) -> str | None:
    if isinstance(part, str):
        return part
    block = mapping(part)
    text = block.get("text")
    spoken = block.get("content_type", "text") in SPOKEN
    return text if spoken and isinstance(text, str) else None


def _own_settings(content: Block, about: Block) -> list[Said]:
    """What the person wrote into the settings; the host sends it again with each conversation."""
    wrote = mapping(about.get("user_context_message_data"))
    if not wrote and content.get("content_type") != "user_editable_context":
        return []
    profile = wrote.get("about_user_message") or content.get("user_profile")
    wishes = wrote.get("about_model_message") or content.get("user_instructions")
    found = []
    if profile:
        text = compact(profile)
        fenced = _FENCED.search(text) if len(text) <= MAX_SETTINGS else None
        text = fenced.group(1).strip() if fenced else text
        found.append(Said("note", "user", text, None, ("custom-instructions",), ":profile"))
    if wishes:
        labels = ("custom-instructions", "instructions")
        found.append(Said("note", "user", compact(wishes), None, labels, ":wishes"))
    return found
