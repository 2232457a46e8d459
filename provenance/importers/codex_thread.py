"""Whose thread a Codex line belongs to: its own, or that of the thread it was forked from."""

from datetime import datetime, timedelta
from typing import Any

from .lines import instant, mapping
from .text import identifier

# Codex writes inherited history in one go, so its lines follow each other at once.
COPYING_PAUSE = timedelta(milliseconds=250)


class Inheritance:
    """The header of a rollout, and whether the lines just read are inherited.

    A fork begins with its own header, then its parent's header and history. Nothing marks the end;
    it is the first turn started after the fork was made, or else the first pause in the writing.
    """

    def __init__(self) -> None:
        self.own: str | None = None
        self.header: dict[str, Any] = {}
        self.parent: str | None = None
        self._began: datetime | None = None
        self._last: datetime | None = None

    def meta(self, payload: dict[str, Any], at: datetime | None) -> None:
        """A header line: the first is the file's own, a later one is the parent's."""
        known = identifier(payload.get("id"))
        if self.own is None:
            self.own, self.header = known, payload
            self._began = instant(payload.get("timestamp")) or at
        elif known != self.own:
            self.parent, self._last = known, at

    def line(self, kind: object, payload: dict[str, Any], at: datetime | None) -> None:
        """Any other line, in order: ends the inheritance where it ends."""
        if self.parent is None:
            return
        if at and self._last and at - self._last > COPYING_PAUSE:
            self.parent = None
        elif kind == "event_msg" and payload.get("type") in ("task_started", "turn_started"):
            started = payload.get("started_at")
            # Whole seconds: a turn of the second in which the fork was made may be either.
            if isinstance(started, int) and self._began and started > self._began.timestamp():
                self.parent = None
        self._last = at or self._last

    @property
    def subagent(self) -> bool:
        """Whether an agent, not the person, speaks in this thread's user role."""
        source = self.header.get("source")
        return self.header.get("thread_source") == "subagent" or "subagent" in mapping(source)

    @property
    def nickname(self) -> str | None:
        name = self.header.get("agent_nickname")
        return name if isinstance(name, str) else None

    def metadata(self) -> dict[str, object]:
        header, git = self.header, mapping(self.header.get("git"))
        return {
            "cwd": header.get("cwd"),
            "git_branch": git.get("branch"),
            "git_commit": git.get("commit_hash"),
            "repository": git.get("repository_url"),
            "version": header.get("cli_version"),
            "surface": header.get("originator"),
            "forked_from": header.get("forked_from_id"),
            "parent_thread": header.get("parent_thread_id"),
            "inherited_from": self.parent,
        }
