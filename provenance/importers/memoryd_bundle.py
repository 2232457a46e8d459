"""A MemoryD bundle: nothing is read from it before all of it is proved to be whole."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from .memoryd_archive import KINDS, Archive
from .memoryd_export import repository
from .memoryd_ids import SYSTEM
from .memoryd_memory import Memory, items
from .memoryd_speaker import of_memory
from .memoryd_verify import objects, verify
from .memoryd_work import episode
from .records import Item, Link, Origin, Record, Skipped, Subject
from .text import identifier, label
from .thread import Thread

FORM = ":bundle"
_WITHOUT_SPEECH = {"subject": "metadata", "source": "metadata", "evidence": "excerpt"}


def read(stream: BinaryIO) -> Iterator[Item]:
    """The items of a bundle, counted over its members. Raises Refused before the first."""
    archive = Archive(stream)
    verify(archive)
    reader = _Bundle()
    number = 0
    for kind in KINDS:
        for value in objects(archive, kind):
            number += 1
            yield from reader.read(kind, value, number)


class _Bundle:
    def __init__(self) -> None:
        self._thread = Thread(harness=SYSTEM)
        self._subjects: dict[str, Subject] = {}

    def read(self, kind: str, value: dict[str, Any], line: int) -> list[Item]:
        body, own = value["body"], value["portable_ref"]
        if kind == "episode":
            return self._episode(body, own, line)
        if kind == "memory":
            return items(self._memory(body, own, value["aliases"]), thread=self._thread, line=line)
        if kind == "subject":
            key, word = label(body["subject_key"], limit=300), label(body["kind"], limit=50)
            if key and word:
                self._subjects[own["id"]] = Subject(kind=word, key=key)
        return [Skipped(line=line, reason=_WITHOUT_SPEECH[kind])]

    def _episode(self, body: dict[str, Any], own: dict[str, str], line: int) -> list[Item]:
        place = {"profile_id": body["profile"], "workspace_id": body["workspace"]}
        told = episode({**body, **place}, identifier(own["id"]))
        if told is None:
            return [Skipped(line=line, reason="misshapen")]
        said, more = told
        at = more.pop("moment")
        return [
            replace(item, time_notes=at.notes, origin=_origin(own), **more)
            if isinstance(item, Record)
            else item
            for item in self._thread.write(replace(said, at=at.at, suffix=FORM), line=line)
        ]

    def _memory(self, body: dict[str, Any], own: dict[str, str], aliases: list[Any]) -> Memory:
        metadata = body["metadata"] if isinstance(body["metadata"], dict) else {}
        role, name = of_memory(metadata, {})
        outside = [*_ids(body["source_refs"]), *_ids(body["external_refs"])]
        parents = [Link(relation="derived_from", external=(SYSTEM, ref)) for ref in outside]
        replaced = _ids(body["supersedes"])
        if role == "assistant":
            parents += [
                Link(relation="derived_from", foreign=(SYSTEM, None, ref))
                for ref in replaced
                if ref not in outside
            ]
        by = _ids([body["superseded_by"]])
        subject = _ids([body["subject_ref"]])
        return Memory(
            value={**body, "metadata": metadata, "superseded_by": by[0] if by else None}
            | {"supersedes": replaced},
            handle=identifier(own["id"]) or "",
            form=FORM,
            role=role,
            name=name,
            parents=tuple(dict.fromkeys(parents)),
            labels=("bundle",),
            metadata={"aliases": [_alias(alias) for alias in aliases]},
            subjects=repository(body)
            + tuple(self._subjects[s] for s in subject if s in self._subjects),
            origin=_origin(own),
        )


def _origin(own: dict[str, str]) -> Origin:
    return Origin(instance=own["origin_instance_id"], kind=own["kind"], id=own["id"])


def _ids(references: object) -> list[str]:
    found = references if isinstance(references, list) else []
    ids = [identifier(ref.get("id")) for ref in found if isinstance(ref, dict)]
    return [own for own in ids if own]


def _alias(value: object) -> str | None:
    if isinstance(value, dict):
        return "/".join(str(value.get(name)) for name in ("origin_instance_id", "kind", "id"))
    return label(value, limit=200)
