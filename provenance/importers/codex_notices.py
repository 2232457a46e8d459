"""What Codex says about a thread: compactions, rollbacks, letters between agents."""

from typing import Any

from .codex_items import Voice
from .text import fingerprint


def compaction(text: str, *, covers_known: bool) -> Voice:
    """The model's summary of what went before."""
    return Voice(
        kind="summary",
        role="assistant",
        text=text,
        name_in_thread=f"summary:{fingerprint(text)}",
        counted=True,
        labels=("compaction",) if covers_known else ("compaction", "covers-unknown"),
    )


def letter(payload: dict[str, Any]) -> Voice:
    """A message from one agent's thread to another's."""
    text = str(payload["message"])
    return Voice(
        kind="message",
        role="assistant",
        text=text,
        name_in_thread=f"letter:{fingerprint(text)}",
        counted=True,
        labels=("between-agents",),
        metadata={"from": payload.get("from"), "to": payload.get("to")},
    )


def rollback(turns: int, gone: list[str]) -> Voice:
    """A note that the last turns were taken back; `gone` are their events, newest first."""
    what = "turn was" if turns == 1 else "turns were"
    return Voice(
        kind="note",
        role="system",
        text=f"The last {turns} {what} taken back (thread_rolled_back).",
        name_in_thread="rolled-back",
        counted=True,
        labels=("rolled-back",),
        metadata={"rolled_back_turns": turns, "taken_back": gone},
    )
