"""Codex items: which voice each holds, and what in the user role is not the person."""

from dataclasses import dataclass, field, replace
from typing import Any

from .lines import mapping
from .text import compact, fingerprint, identifier

# Scaffolding that Codex writes into the user role, by how it begins.
SCAFFOLDING = (
    "<environment_context>",
    "<permissions",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
    "<collaboration_mode>",
    "<model_switch>",
    "<personality_spec>",
    "<skill>",
    "<skills_instructions>",
    "<subagent_notification>",
    "<turn_aborted>",
    "<token_budget>",
    "<goal_context>",
    "<hook_prompt",
    "<recommended_plugins>",
    "<additional_context>",
)
SHELL = "<user_shell_command>"
# Editors put open files and selections before the person's words, under these two headings.
EDITOR_CONTEXT = ("# Context from my IDE setup:", "# Files mentioned by the user:")
REQUEST = "## My request for Codex:"
CALLS = {"function_call", "custom_tool_call", "local_shell_call", "web_search_call"}
RESULTS = {"function_call_output", "custom_tool_call_output"}
WITHOUT_SPEECH = {
    "reasoning": "reasoning",
    "compaction": "opaque",
    "image_generation_call": "media",
}
ITEMS = {"message", "reasoning", *CALLS, *RESULTS}


@dataclass(frozen=True, kw_only=True)
class Voice:
    """What an item says. `name_in_thread` is its name without the count of equal ones before it.

    `item_id` is the vendor's own (`msg_…`, `fc_…`), which newer rollouts have.
    """

    kind: str
    role: str
    text: str
    name_in_thread: str
    counted: bool = False
    speaker: str | None = None
    labels: tuple[str, ...] = ()
    metadata: dict[str, object] = field(default_factory=dict)
    call_id: str | None = None
    item_id: str | None = None


def voices(item: dict[str, Any]) -> list[Voice | str]:
    """Who speaks in an item: voices, and a skip reason for each thing that is not speech."""
    found = _voices(item, item.get("type"))
    item_id = identifier(item.get("id"))
    return [replace(one, item_id=item_id) if isinstance(one, Voice) else one for one in found]


def _voices(item: dict[str, Any], kind: object) -> list[Voice | str]:
    if not isinstance(kind, str):
        return ["misshapen"]
    if kind == "message":
        return _message(item)
    if kind in CALLS:
        return [_call(item, kind)]
    if kind in RESULTS:
        return _result(item)
    return [WITHOUT_SPEECH.get(kind, "unknown_block")]


def text_of(content: object) -> tuple[str, int]:
    """The text of a string or of a list of parts, and how many parts were not text."""
    if isinstance(content, str):
        return content, 0
    parts = content if isinstance(content, list) else []
    texts = [text for part in parts if isinstance(text := mapping(part).get("text"), str)]
    return "\n".join(texts), len(parts) - len(texts)


def spoken(role: str, text: str) -> Voice | str:
    """A message's voice, or why it is nobody's."""
    if role == "assistant":
        return _counted(kind="turn", role="assistant", text=text)
    if role != "user":
        return "instructions" if role in ("developer", "system") else "misshapen"
    start = text.lstrip()
    if start.startswith(SCAFFOLDING):
        return "injected"
    if start.startswith(SHELL):
        return _counted(kind="tool_result", role="tool", text=text, speaker="shell")
    if start.startswith(EDITOR_CONTEXT) and REQUEST in text:
        said = text.partition(REQUEST)[2].strip()
        return _counted(kind="turn", role="user", text=said, labels=("editor-context-removed",))
    return _counted(kind="turn", role="user", text=text)


def _message(item: dict[str, Any]) -> list[Voice | str]:
    text, others = text_of(item.get("content"))
    media: list[Voice | str] = ["media"] * others
    if others and not text:
        return media
    return [spoken(str(item.get("role")), text), *media]


def _call(item: dict[str, Any], kind: str) -> Voice:
    name = item["name"] if isinstance(item.get("name"), str) else kind.removesuffix("_call")
    given = item.get("arguments", item.get("input", item.get("action")))
    text = f"{name} {compact(given)}"
    call_id = identifier(item.get("call_id"))
    known = f"call:{call_id or fingerprint(text)}"
    return Voice(
        kind="note",
        role="assistant",
        text=text,
        name_in_thread=known,
        counted=call_id is None,
        labels=("tool-call",),
        metadata={"tool": name, "call_id": call_id},
        call_id=call_id,
    )


def _result(item: dict[str, Any]) -> list[Voice | str]:
    call_id, output = identifier(item.get("call_id")), item.get("output")
    text, others = text_of(mapping(output).get("content") or output)
    if isinstance(output, dict) and not text:
        text = compact(output)
    media: list[Voice | str] = ["media"] * others
    if others and not text:
        return media
    voice = Voice(
        kind="tool_result",
        role="tool",
        text=text,
        name_in_thread=f"output:{call_id or fingerprint(text)}",
        counted=call_id is None,
        metadata={"call_id": call_id},
        call_id=call_id,
    )
    return [voice, *media]


def _counted(
    *, kind: str, role: str, text: str, speaker: str | None = None, labels: tuple[str, ...] = ()
) -> Voice:
    return Voice(
        kind=kind,
        role=role,
        text=text,
        name_in_thread=f"{role}:{fingerprint(text)}",
        counted=True,
        speaker=speaker,
        labels=labels,
    )
