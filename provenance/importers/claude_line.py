"""One line of a Claude Code file, with the members that are read more than once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .lines import mapping
from .records import Skipped
from .text import identifier


@dataclass(frozen=True, kw_only=True)
class Line:
    """A JSON object and its 1-based line number. Every member may be missing or of any type."""

    value: dict[str, Any]
    number: int

    @property
    def kind(self) -> str | None:
        kind = self.value.get("type")
        return kind if isinstance(kind, str) else None

    @cached_property
    def message(self) -> dict[str, Any]:
        return mapping(self.value.get("message"))

    @cached_property
    def uuid(self) -> str | None:
        return identifier(self.value.get("uuid"))

    @cached_property
    def before(self) -> str | None:
        """The line that this one follows. A compaction boundary breaks the chain but names it."""
        parent = identifier(self.value.get("parentUuid"))
        return parent or identifier(self.value.get("logicalParentUuid"))

    @property
    def sidechain(self) -> bool:
        return self.value.get("isSidechain") is True

    @property
    def agent(self) -> str:
        return identifier(self.value.get("agentId"), limit=60) or "unnamed"

    @cached_property
    def claimed_session(self) -> str | None:
        return identifier(self.value.get("sessionId"))

    @cached_property
    def session(self) -> str | None:
        """A subagent's conversation is a thread of its own, named after the session it serves."""
        if self.claimed_session and self.sidechain:
            return f"{self.claimed_session}:agent:{self.agent}"
        return self.claimed_session

    @property
    def metadata(self) -> dict[str, object]:
        return {
            "cwd": self.value.get("cwd"),
            "git_branch": self.value.get("gitBranch"),
            "version": self.value.get("version"),
            "model": self.message.get("model"),
            "parent_uuid": self.value.get("parentUuid"),
            "parent_session": self.claimed_session if self.sidechain else None,
        }

    def skip(self, reason: str) -> Skipped:
        return Skipped(line=self.number, reason=reason)
