"""What a MemoryD database proves about where its records came from."""

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from .database import Damaged, Row, Tables
from .memoryd_decode import decoded
from .memoryd_ids import CHECKPOINT, MEMORY, SOURCE, SYSTEM, handle
from .records import Link, Origin, Subject
from .text import identifier, label

_SAID = {
    "turn": """
        SELECT said(s.profile_id, t.content), 'turn', t.session_id, t.id, t.actor
        FROM visible_turns t LEFT JOIN sessions s ON s.id = t.session_id
        ORDER BY t.created_at, t.rowid""",
    "conclusion": """
        SELECT said(profile_id, content), 'conclusion', NULL, id, NULL
        FROM conclusions ORDER BY created_at, rowid""",
    "checkpoint": """
        SELECT said(profile_id, summary), 'checkpoint', session_id, id, NULL
        FROM checkpoints ORDER BY created_at, rowid""",
}
_ORIGINS = {"visible_turn": "turn", "conclusion": "conclusion", "checkpoint": "checkpoint"}


class Ancestry:
    """Looks up sources, conclusions, origins and equal words, in the file and not in memory."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        tables.connection.create_function("said", 2, _said, deterministic=True)
        with suppress(sqlite3.Error):
            tables.connection.execute(
                "CREATE TEMP TABLE said (words BLOB, kind, session, id, actor,"
                " PRIMARY KEY (words, kind)) WITHOUT ROWID"
            )
        # A table that breaks off, or lacks a column, says so when its rows are read.
        for question in _SAID.values():
            with suppress(sqlite3.Error, ValueError):
                tables.connection.execute(f"INSERT OR IGNORE INTO temp.said {question}")

    def parents(self, value: Mapping[str, Any], metadata: Mapping[str, Any]) -> tuple[Link, ...]:
        """Links to what a record was made from. Raises Damaged."""
        found = list(self._sources(value))
        found += [self._conclusion(metadata.get("conclusion_id"))]
        found += [self._checkpoint(metadata.get("checkpoint_id"))]
        if not any(link and link.foreign for link in found):
            found.append(self._equal_words(value, metadata))
        if metadata.get("origin") in ("dreamer", "dreamer_provider"):
            found += [self._memory(raw) for raw in _list(value.get("supersedes"))]
        return tuple(dict.fromkeys(link for link in found if link))

    def conclusion(self, metadata: Mapping[str, Any], parents: tuple[Link, ...]) -> Row:
        """The conclusion that a record came from; empty where there is none. Raises Damaged."""
        names = [metadata.get("conclusion_id")]
        names += [link.foreign[2] for link in parents if link.foreign]
        for name in names:
            if row := self.tables.of_id("conclusions", name):
                return decoded(row)
        return {}

    def actor(self, parents: tuple[Link, ...]) -> object:
        """Who spoke the turns that a record came from, where it was one alone. Raises Damaged."""
        turns = [link.foreign[2] for link in parents if link.foreign and link.foreign[1]]
        actors = {self.tables.of_id("visible_turns", turn).get("actor") for turn in turns}
        return actors.pop() if len(actors) == 1 else None

    def origin(self, raw: object) -> tuple[Origin | None, list[str]]:
        """The bundle that a record came from, and the names of equal ones in bundles."""
        origin, aliases = None, []
        if {"local_object_id", "origin_object_id"} <= self.tables.columns(
            "portable_object_origins"
        ):
            sql = "SELECT * FROM portable_object_origins WHERE local_object_id = ? LIMIT 16"
            for row in self.tables.ask(sql, [str(raw)]):
                names = (
                    row.get("origin_instance_id"),
                    row.get("object_kind"),
                    row["origin_object_id"],
                )
                words = [label(name, limit=200) for name in names]
                if not all(words):
                    continue
                instance, kind, own = (str(word) for word in words)
                if row.get("canonical") == 1:
                    origin = Origin(instance=instance, kind=kind, id=own)
                else:
                    aliases.append(f"{instance}/{kind}/{own}")
        return origin, aliases

    def subjects(self, value: Mapping[str, Any]) -> tuple[Subject, ...]:
        """The repository and the subject that a row names. Raises Damaged."""
        found = []
        repository = label(value.get("repo_id"), limit=300)
        if repository:
            # A repository's own branch is the one last seen: no fact about this row.
            branch = label(value.get("branch"), limit=200)
            found.append(Subject(kind="repository", key=repository, branch=branch))
        row = self.tables.of_id("subjects", value.get("subject_id"))
        key, kind = label(row.get("subject_key"), limit=300), label(row.get("kind"), limit=50)
        if key and kind:
            found.append(Subject(kind=kind, key=key))
        return tuple(found)

    def _sources(self, value: Mapping[str, Any]) -> Iterator[Link | None]:
        """One link for each source: a text delivered again is a new source there, and is none."""
        met = set()
        for raw in _list(value.get("source_ids"))[:1_000]:
            row = self.tables.of_id("memory_sources", raw)
            known = row.get("source_hash") or raw
            if isinstance(known, str) and known not in met:
                met.add(known)
                yield self._source(raw, row)

    def _source(self, raw: object, row: Row) -> Link | None:
        """A source that is a turn is that turn; any other is known by its name alone."""
        path = row.get("source_path")
        if row.get("kind") == "visible_turn" and isinstance(path, str) and path[:5] == "turn:":
            turn = self.tables.of_id("visible_turns", path[5:])
            if own := identifier(turn.get("id")):
                named = (SYSTEM, identifier(turn.get("session_id")), own)
                return Link(relation="derived_from", foreign=named)
        return _outside(handle(SOURCE, raw))

    def _conclusion(self, raw: object) -> Link | None:
        own = identifier(raw)
        if own is None:
            return None
        if not self.tables.of_id("conclusions", raw):
            return _outside(own)
        return Link(relation="derived_from", foreign=(SYSTEM, None, own))

    def _checkpoint(self, raw: object) -> Link | None:
        own, row = handle(CHECKPOINT, raw), self.tables.of_id("checkpoints", raw)
        if own is None or not row:
            return _outside(own)
        named = (SYSTEM, identifier(row.get("session_id")), own)
        return Link(relation="derived_from", foreign=named)

    def _memory(self, raw: object) -> Link | None:
        own = handle(MEMORY, raw)
        if own is None or not self.tables.of_id("memory_records", raw):
            return _outside(own)
        return Link(relation="derived_from", foreign=(SYSTEM, None, own))

    def _equal_words(self, value: Mapping[str, Any], metadata: Mapping[str, Any]) -> Link | None:
        """What was said in the same words in that profile, of the kind that the origin names."""
        kind = _ORIGINS.get(str(metadata.get("origin")))
        if kind is None:
            return None
        words = _said(value.get("profile_id"), value.get("content"))
        sql = "SELECT session, id FROM temp.said WHERE words = ? AND kind = ?"
        try:
            row = next(self.tables.ask(sql, [words, kind]), {})
        except Damaged:
            return None
        own = (
            handle(CHECKPOINT, row.get("id")) if kind == "checkpoint" else identifier(row.get("id"))
        )
        if own is None:
            return None
        named = (SYSTEM, identifier(row.get("session")), own)
        return Link(relation="derived_from", foreign=named)


def _outside(name: str | None) -> Link | None:
    return Link(relation="derived_from", external=(SYSTEM, name)) if name else None


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _said(profile: object, text: object) -> bytes:
    joined = f"{profile}\x1f{str(text).strip()}"
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).digest()
