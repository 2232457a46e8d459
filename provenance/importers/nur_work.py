"""nur's goals, lessons, letters between agents and stored tool results."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from . import whole
from .lines import mapping
from .marks import mark
from .records import Item, Skipped, Status
from .source import Source
from .text import fingerprint, identifier, label
from .thread import Recent, Thread, Utterance
from .times import moment

_GOALS: dict[object, Status] = {
    "completed": "completed",
    "cleared": "archived",
    "exhausted": "historical",
}
_LESSON = re.compile(r"^- ", re.MULTILINE)
_EVIDENCE = re.compile(r"\n\s+evidence: (.*)", re.DOTALL)


class Work:
    """Reads one small file at a time; remembers whose session a peer has, and which lessons hold."""

    def __init__(self, thread: Thread) -> None:
        self._thread = thread
        self._sessions: Recent[str] = Recent(size=10_000)  # a peer: its session
        self._hashes: Recent[str] = Recent(size=100_000)  # the hash of a session: the session
        self._lessons: Recent[str] = Recent(size=100_000)

    def session(self, own: str) -> None:
        """A session that is known: folders of stored results are named by a hash of it."""
        self._hashes.keep(hashlib.sha256(own.encode("utf-8", "replace")).hexdigest()[:24], own)

    def peer(self, row: dict[str, Any]) -> None:
        """Another agent at work: nothing is said, its session is noted."""
        own, session = identifier(row.get("id")), identifier(row.get("session_id"))
        if own and session:
            self._sessions.keep(own, session)
            self.session(session)

    def letter(self, row: dict[str, Any], name: str) -> Iterator[Item]:
        """A message from an agent to an agent, in the session of the one who got it."""
        path, text = PurePosixPath(name), row.get("text")
        to = path.parent.name.removesuffix(".inbox")
        if not isinstance(text, str):
            yield Skipped(line=1, reason="misshapen", file=name)
            return
        at = moment(row.get("sent_at"))
        session = self._sessions.get(to)
        said = Utterance(
            kind="message",
            role="assistant",
            name=label(row.get("from_name"), limit=200),
            text=text,
            source_id=f"letter:{identifier(to)}:{identifier(path.stem)}",
            session=session,
            foreign_session=session,
            at=at.at,
            labels=("between-agents",),
            metadata={"from": row.get("from_id"), "to": to, "cwd": row.get("from_cwd")},
        )
        found = self._thread.write(said, line=1)
        yield from mark(found, file=name, source_type="letter", time_notes=at.notes)

    def goal(self, row: dict[str, Any], name: str) -> Iterator[Item]:
        """What a session is to reach. The person and the agent both set it."""
        text, state = row.get("text"), row.get("status")
        if not isinstance(text, str):
            yield Skipped(line=1, reason="misshapen", file=name)
            return
        at = moment(row.get("created_unix"))
        session = identifier(PurePosixPath(name).stem)
        said = Utterance(
            kind="goal",
            role="unknown",
            text=text,
            source_id=f"goal:{fingerprint(text)}",
            session=session,
            foreign_session=session,
            at=at.at,
            metadata={"state": state, "note": row.get("note")},
        )
        status = _GOALS.get(state, "current") if isinstance(state, str) else "current"
        yield from mark(
            self._thread.write(said, line=1),
            file=name,
            source_type="goal",
            time_notes=at.notes,
            status=status,
            work_state="planned",  # whether it was reached is its standing
            status_at=moment(row.get("updated_unix")).at if status != "current" else None,
        )

    def lessons(self, source: Source, name: str, row: dict[str, Any]) -> Iterator[Item]:
        """The lessons of a harness. One that only a snapshot has does not hold any more."""
        path, text = PurePosixPath(name), row.get("supplemental")
        old = path.parent.name == "snapshots"
        session = identifier((path.parent.parent if old else path.parent).name)
        if not isinstance(text, str):
            yield Skipped(line=1, reason="misshapen", file=name)
            return
        status: Status = "current"
        if old:
            meta = (
                whole.value(source, f"{name[:-5]}.meta.json") if self._has(source, name) else None
            )
            status = "rolled_back" if mapping(meta).get("reason") == "rollback" else "historical"
        lessons = [part.strip() for part in _LESSON.split(text) if part.strip()]
        if not lessons:
            yield Skipped(line=1, reason="empty", file=name)
        for line, lesson in enumerate(lessons, start=1):
            key = f"{session}/{fingerprint(lesson)}"
            if key in self._lessons:
                yield Skipped(line=line, reason="repeated", file=name)
                continue
            self._lessons.keep(key, name)
            found = self._lesson(lesson, session, line)
            yield from mark(
                found, file=name, source_type="lesson", status=status, time_notes=("missing",)
            )

    def results(self, source: Source, name: str, row: dict[str, Any]) -> Iterator[Item]:
        """Large results that were put aside, in the order in which they were."""
        folder = PurePosixPath(name).parent.name
        session = self._hashes.get(folder)
        held = mapping(row.get("vars"))
        order = row.get("order") if isinstance(row.get("order"), list) else []
        names = [one for one in order or [] if isinstance(one, str) and one in held]
        for line, one in enumerate(dict.fromkeys([*names, *held]), start=1):
            var = mapping(held[one])
            body = self._body(source, name, var)
            own = identifier(var.get("id")) or f"sha256-{fingerprint(one)}"
            at = moment(var.get("created_unix"))
            if not isinstance(body, str):
                yield Skipped(line=line, reason=body.reason, file=name)
                continue
            said = Utterance(
                kind="tool_result",
                role="tool",
                name=label(var.get("source"), limit=200),
                text=body,
                source_id=f"{identifier(folder)}:{own}",
                session=session,
                foreign_session=session,
                at=at.at,
                metadata={"name": one, "kind": var.get("kind"), "stored_in": folder},
            )
            found = self._thread.write(said, line=line)
            yield from mark(found, file=name, source_type="result", time_notes=at.notes)

    def _lesson(self, lesson: str, session: str | None, line: int) -> list[Item]:
        evidence = _EVIDENCE.search(lesson)
        said = Utterance(
            kind="lesson",
            role="assistant",
            text=lesson,
            source_id=f"lesson:{fingerprint(lesson)}",
            session=session,
            foreign_session=session,
            labels=("ancestry-unknown",),
            metadata={"evidence": evidence.group(1) if evidence else None},
        )
        return self._thread.write(said, line=line)

    def _has(self, source: Source, name: str) -> bool:
        return f"{name[:-5]}.meta.json" in source.names

    def _body(self, source: Source, name: str, var: dict[str, Any]) -> str | Skipped:
        if isinstance(var.get("body"), str):
            return str(var["body"])
        path = var.get("path")
        if not isinstance(path, str):
            return Skipped(line=1, reason="misshapen")
        # Only the file's own name counts: a path is never followed out of the home.
        blob = (
            PurePosixPath(name).parent.parent.parent
            / "tool-results/blobs"
            / PurePosixPath(path).name
        )
        if str(blob) not in source.names:
            return Skipped(line=1, reason="body_missing")
        return whole.text(source, str(blob))
