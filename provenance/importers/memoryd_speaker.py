"""Who spoke, as far as MemoryD proves it: a target says about whom, a workspace says nothing."""

from collections.abc import Mapping
from typing import Any

ROLES = {"user", "assistant", "tool", "system"}
_MIRRORS = ("memory", "mirror", "import")


def role(actor: object) -> str:
    """An actor as a role; "unknown" for what is none."""
    return actor if isinstance(actor, str) and actor in ROLES else "unknown"


def mirrored(metadata: Mapping[str, Any]) -> bool:
    """Whether a conclusion's own words say that it is a copy of another program's memory file."""
    source = metadata.get("source_kind")
    return isinstance(source, str) and any(word in source for word in _MIRRORS)


def of_conclusion(target: object, metadata: Mapping[str, Any]) -> str:
    """The assistant wrote what is about itself, and what is a copy of its memory."""
    return "assistant" if target == "assistant" or mirrored(metadata) else "unknown"


def of_memory(metadata: Mapping[str, Any], conclusion: Mapping[str, Any]) -> tuple[str, str | None]:
    """Role and name for a memory record, from its own metadata and its conclusion's row."""
    if metadata.get("origin") in ("dreamer", "dreamer_provider"):
        return "assistant", "dreamer"
    if metadata.get("origin") == "conclusion" or conclusion:
        proved = of_conclusion(conclusion.get("target"), conclusion.get("metadata") or {})
        return of_conclusion(
            metadata.get("target"), metadata
        ) if proved == "unknown" else proved, None
    return role(metadata.get("actor")), None
