"""The records of a snapshot in their order, numbered, and what one of them contributes."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from provenance.importers.formats import FORMATS, claims
from provenance.importers.records import Item, Link, Record
from provenance.importers.source import Source
from provenance.importers.text import facts
from provenance.importers.zones import assuming
from provenance.models import Observation
from provenance.services.access.caller import Caller
from provenance.services.bundles.own import is_id
from provenance.services.bundles.said import SYSTEM
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    LinkClaim,
    ProducerClaim,
    SubjectClaim,
)
from provenance.services.contributing.foreign_names import of_one_name
from provenance.services.importing.snapshot import UnusableSourceError
from provenance.services.screening.labels import is_restricted

AUTO = "auto"


class Numbered(NamedTuple):
    """A record and its place in the plan, from 0 on."""

    ordinal: int
    record: Record


def items_of(source: Source, *, form: str = AUTO, zone: str | None = None) -> Iterator[Item]:
    """Everything that the readers say of a source: format by format, file by file.

    `zone` is the one in which wall clocks without a zone are read; None reads none. `form` names
    one format, or "auto" for all that recognise files by content. Raises UnusableSourceError where
    none does, or where two would take the same file.
    """
    found = claims(source)
    if form == AUTO and found.unsure:
        raise UnusableSourceError("ambiguous_format")
    files = found.files if form == AUTO else {form: FORMATS[form].claims(source)}
    if not any(files.values()):
        raise UnusableSourceError("unknown_format")
    for name in sorted(files):
        if files[name]:
            yield from assuming(zone, FORMATS[name].read(source, files[name]))


def records_of(
    source: Source, *, form: str = AUTO, zone: str | None = None, start: int = 0
) -> Iterator[Numbered]:
    """The records from the ordinal `start` on. The same source numbers them the same every time."""
    ordinal = 0
    for item in items_of(source, form=form, zone=zone):
        if isinstance(item, Record):
            if ordinal >= start:
                yield Numbered(ordinal, item)
            ordinal += 1


def record_digest(record: Record) -> str:
    """SHA-256 of all that the reader says of a record, its place aside."""
    said = asdict(record)
    for place in ("file", "line", "turn_index", "session_title"):
        del said[place]
    text = json.dumps(said, sort_keys=True, ensure_ascii=True, default=_plain)
    return sha256(text.encode()).hexdigest()


def identity_digest(record: Record) -> str:
    """What makes a record one event for one importer: producer, session and event id."""
    return _digest(record.harness, record.instance, record.session_id, record.event_id)


def foreign_digest(record: Record) -> str:
    """What makes two records proven copies: foreign name, part, role and text."""
    return _digest(*record.foreign, record.part, record.speaker_role, record.content)


def contribution_of(record: Record, *, caller: Caller) -> Contribution:
    """What the record contributes now: its links name what is here, and else what is known to be
    elsewhere. Inside the workspace."""
    system, session, name = record.foreign
    return Contribution(
        event_id=record.event_id,
        kind=record.kind,
        speaker_role=record.speaker_role,
        speaker_name=record.speaker_name,
        content=record.content,
        part=record.part,
        session_id=record.session_id,
        session_title=record.session_title,
        turn_index=record.turn_index,
        observed_at=record.observed_at,
        valid_from=record.valid_from,
        valid_until=record.valid_until,
        subjects=tuple(SubjectClaim(**asdict(subject)) for subject in record.subjects),
        lineage=tuple(_claim(link, record, caller=caller) for link in record.lineage),
        foreign=ForeignReference(system=system, session=session, id=name),
        work_state=record.work_state,
        labels=record.labels,
        producer=ProducerClaim(
            harness=record.harness,
            instance=record.instance,
            telemetry={"transport": "import", "adapter": "memoryapp-import"},
        ),
        metadata=_metadata(record),
    )


def is_for_the_restricted_lane(record: Record) -> bool:
    """True for what only reviewers may see."""
    return is_restricted(record.labels)


def _claim(link: Link, record: Record, *, caller: Caller) -> LinkClaim:
    if link.external is not None:
        return LinkClaim(relation=link.relation, external=link.external)
    mine = Observation.objects.here().filter(principal_id=caller.principal_id, lane="open")
    if link.foreign is not None:
        system, session, name = link.foreign
        if (own := _own(system, name, mine)) is not None:
            return LinkClaim(relation=link.relation, observation=own)
        like = Observation(foreign_system=system, foreign_session=session, foreign_id=name)
        source = mine.filter(of_one_name(like)).order_by("position").first()
        if source is not None:
            return LinkClaim(relation=link.relation, observation=source.id)
        return _elsewhere(link, system, f"{session}/{name}" if session else name)
    here = mine.filter(
        event_id=link.event_id,
        producer__harness=record.harness,
        producer__instance=record.instance,
        session__external_id=record.session_id,
    )
    if link.relation == "responds_to" or here.exists():
        return LinkClaim(relation=link.relation, event_id=link.event_id)
    return _elsewhere(link, record.harness, link.event_id)


def _own(system: str, name: str, mine: Any) -> UUID | None:
    """The observation here that another ledger had from here, where a bundle names it so."""
    if system != SYSTEM or not is_id(name):
        return None
    found: UUID | None = mine.filter(id=name).values_list("id", flat=True).first()
    return found


def _elsewhere(link: Link, system: str, ref: str) -> LinkClaim:
    return LinkClaim(relation=link.relation, external=(system[:100], ref[:500]))


def _metadata(record: Record) -> dict[str, object]:
    """What the source says of it there: kept as claimed, and no part of what it counts for."""
    status = record.status_at
    origin = record.origin
    source = {
        "source_type": record.source_type if record.source_type != "turn" else None,
        "source_status": record.status if record.status != "current" else None,
        "source_status_at": status.isoformat() if status else None,
        "superseded_by": record.superseded_by,
        "origin": f"{origin.instance}/{origin.kind}/{origin.id}" if origin else None,
        "time_notes": list(record.time_notes),
    }
    return dict(facts({**source, **record.metadata}))


def _digest(*parts: object) -> str:
    return sha256(json.dumps(parts, default=_plain).encode()).hexdigest()


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
