"""The records of a bundle, for an import: what was said there, by its own names."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, BinaryIO

from provenance.importers.records import Item, Link, Origin, Record, Skipped, Status, Subject
from provenance.importers.refused import Refused
from provenance.importers.source import Source
from provenance.importers.text import facts

from .bundle import Bundle
from .layout import FORMAT, MANIFEST
from .unpacked import begins_with

SYSTEM = "memoryapp"
_SAYS = f'"format":"{FORMAT}"'.encode()
_STATUS: dict[str, Status] = {
    "withdrawn": "invalidated",
    "corrected": "superseded",
    "superseded": "superseded",
}
_BROKEN = (KeyError, TypeError, ValueError, AttributeError)


def claims(source: Source) -> list[str]:
    """Files whose first member is a manifest that names this format."""
    return [
        name for name in source.names if begins_with(source.head(name), name=MANIFEST, saying=_SAYS)
    ]


def read_bundles(source: Source, names: Sequence[str]) -> Iterator[Item]:
    """The items of bundles. Raises Refused for one that does not verify, before its first item."""
    for name in names:
        with source.open(name) as stream:
            yield from read(stream, file=name)


def read(stream: BinaryIO, *, file: str = "") -> Iterator[Item]:
    """The records in the order of their ledger. Raises Refused, before the first.

    Constant memory: observations, edges and standings are read side by side. An observation whose
    name in another system is known keeps it; any other is called by its own id there, so that the
    ledger that it comes from knows it again. `origin.instance` is the workspace that it was in.
    """
    bundle = Bundle(stream)
    instance = bundle.manifest["instance"]
    edges = _Beside(bundle.rows("lineage.jsonl"))
    standings = _Beside(bundle.rows("standings.jsonl"))
    for line, row in enumerate(bundle.rows("observations.jsonl"), start=1):
        try:
            position = row["position"]
            found = _item(
                row,
                edges=edges.of(position),
                standings=standings.of(position),
                instance=instance,
                place=(file, line),
            )
        except _BROKEN:
            raise Refused("unknown_field") from None
        yield found


class _Beside:
    """Rows that belong to observations, in the same order: each is asked for once, in order."""

    def __init__(self, rows: Iterator[dict[str, Any]]) -> None:
        self._rows, self._next = rows, next(rows, None)

    def of(self, position: int) -> list[dict[str, Any]]:
        found = []
        while self._next is not None and self._next["of"] <= position:
            if self._next["of"] == position:
                found.append(self._next)
            self._next = next(self._rows, None)
        return found


def _item(
    row: dict[str, Any],
    *,
    edges: Sequence[dict[str, Any]],
    standings: Sequence[dict[str, Any]],
    instance: str,
    place: tuple[str, int],
) -> Item:
    file, line = place
    if row["text"] is None:
        reason = "erased" if row["erased"] else "without_content"
        return Skipped(line=line, reason=reason, file=file)
    last = standings[-1] if standings else None
    part = row["part"]
    return Record(
        event_id=row["event_id"],
        kind=row["kind"],
        speaker_role=row["speaker"]["role"],
        speaker_name=row["speaker"]["name"],
        content=row["text"],
        part=(part["index"], part["of"]) if part else None,
        session_id=row["session"],
        session_title=row["title"],
        turn_index=row["turn_index"],
        observed_at=_time(row["observed_at"]),
        foreign=_name(row["name"]),
        harness=row["producer"]["harness"],
        instance=row["producer"]["instance"],
        lineage=tuple(_link(edge) for edge in edges),
        labels=tuple(row["labels"]),
        metadata=facts(row["metadata"]),
        line=line,
        file=file,
        source_type="observation",
        status=_status(last),
        status_at=_time(last["at"]) if last else None,
        origin=Origin(instance=instance, kind="observation", id=row["id"]),
        valid_from=_time(row["valid_from"]),
        valid_until=_time(row["valid_until"]),
        work_state=row["work_state"],
        subjects=tuple(Subject(**subject) for subject in row["subjects"]),
        time_notes=() if row["observed_at"] else ("missing",),
    )


def _link(edge: dict[str, Any]) -> Link:
    if edge["source"] is not None:
        return Link(relation=edge["relation"], foreign=_name(edge["source"]))
    if edge["awaited"] is not None:
        return Link(relation=edge["relation"], event_id=edge["awaited"])
    system, ref = edge["external"]
    return Link(relation=edge["relation"], external=(system, ref))


def _name(name: dict[str, Any]) -> tuple[str, str | None, str]:
    return name["system"], name["session"], name["id"]


def _status(last: dict[str, Any] | None) -> Status:
    return _STATUS.get(last["standing"], "current") if last else "current"


def _time(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None
