"""The parent chain of a Claude Code file: who answers whom, what a compaction covered."""

from typing import NamedTuple

from .claude_line import Line
from .text import identifier
from .thread import Recent

COVERED_AT_MOST = 32


class Node(NamedTuple):
    """A line that was read: its session, its event if it became one, the line before it."""

    session: str | None
    event_id: str | None
    before: str | None
    rooted: bool


class Call(NamedTuple):
    """A tool call that a later result answers."""

    name: str
    event_id: str | None
    session: str | None


class Chain:
    """Lines by uuid, the last 20,000 of them. `own` is the session that the file is named after."""

    def __init__(self, *, own: str | None) -> None:
        self.own = own
        self._nodes: Recent[Node] = Recent()
        self._calls: Recent[Call] = Recent()

    def add(self, line: Line, *, event_id: str | None) -> None:
        """A line that gave no event still joins: what answers it answers what it answered."""
        if line.uuid and line.uuid not in self._nodes:
            node = Node(line.session, event_id, line.before, self._rooted(line))
            self._nodes.keep(line.uuid, node)

    def is_cut_copy(self, line: Line) -> bool:
        """Whether a line of another session was copied here without the lines that led to it.

        Its links cannot be as in its own file; so it bears a name of its own, and its foreign
        reference says that it is the same event.
        """
        foreign = self.own and line.claimed_session and line.claimed_session != self.own
        return bool(foreign) and not self._rooted(line)

    def parent_event(self, line: Line) -> str | None:
        """The nearest earlier event on the line's own branch, if it is of the same session."""
        return next(iter(self._events(line, limit=1)), None)

    def covered(self, line: Line) -> list[str]:
        """The events that a compaction summary stands for: the latest, at most 32 of them."""
        return self._events(line, limit=COVERED_AT_MOST)

    def leaf(self, uuid: str) -> Node | None:
        """The line that a titling summary names, if it was read and became an event."""
        node = self._nodes.get(uuid)
        return node if node and node.event_id else None

    def called(self, tool_use_id: object, *, name: str, event_id: str | None, line: Line) -> None:
        """Remember a tool call until its result comes."""
        if known := identifier(tool_use_id):
            self._calls.keep(known, Call(name, event_id, line.session))

    def call(self, tool_use_id: object, *, line: Line) -> Call | None:
        """The call that a result of the same session answers."""
        call = self._calls.get(identifier(tool_use_id) or "")
        return call if call and call.session == line.session else None

    def _rooted(self, line: Line) -> bool:
        if line.before is None:
            return True
        node = self._nodes.get(line.before)
        return node.rooted if node else False

    def _events(self, line: Line, *, limit: int) -> list[str]:
        found: list[str] = []
        seen: set[str] = set()
        uuid = line.before
        while uuid and uuid not in seen and len(found) < limit:
            seen.add(uuid)
            if (node := self._nodes.get(uuid)) is None:
                break
            if node.event_id and node.session == line.session:
                found.append(node.event_id)
            uuid = node.before
        return found
