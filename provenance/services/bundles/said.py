"""Observations, where they come from and where they stand, as rows of a bundle."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any
from uuid import UUID

from provenance.models import (
    Erasure,
    LineageEdge,
    Observation,
    ProvenCopy,
    Receipt,
    StandingEvent,
    Subject,
)
from provenance.services.receipts import OBSERVE
from provenance.services.times import instant

SYSTEM = "memoryapp"


def observations(
    page: Sequence[Observation], *, erased: Collection[UUID], with_content: bool
) -> Iterator[dict[str, Any]]:
    """The rows (read `with_source`). Of the erased no word is here; else only where it is asked."""
    subjects = _subjects(page)
    for one in page:
        said = one.said if with_content and one.id not in erased else None
        yield {
            "id": str(one.id),
            "position": one.position,
            "principal": one.principal.name,
            "producer": {"harness": one.producer.harness, "instance": one.producer.instance},
            "session": one.session.external_id if one.session else None,
            "event_id": one.event_id,
            "name": name_of(one),
            "digest": one.digest,
            "digest_version": one.digest_version,
            "text_sha256": one.text_sha256,
            "kind": one.kind,
            "speaker": {"role": one.speaker_role, "name": one.speaker_name},
            "admitted_as": one.admitted_as,
            "observed_at": instant(one.observed_at),
            "time_basis": one.time_basis,
            "recorded_at": instant(one.recorded_at),
            "valid_from": instant(one.valid_from),
            "valid_until": instant(one.valid_until),
            "turn_index": one.turn_index,
            "part": one.part_of and {"index": one.part_index, "of": one.part_of},
            "work_state": one.work_state_claimed,
            "labels": one.labels,
            "subjects": subjects.get(one.id, []),
            "erased": one.id in erased,
            "text": said.text if said else None,
            "title": said.title if said else None,
            "model": said.model if said else None,
            "metadata": said.metadata if said else {},
        }


def name_of(one: Observation) -> dict[str, Any]:
    """What it is called elsewhere: its own name in another system, else its id in this one."""
    if one.foreign_id is not None:
        return {
            "system": one.foreign_system,
            "session": one.foreign_session,
            "id": one.foreign_id,
        }
    session = one.session.external_id if one.session else None
    return {"system": SYSTEM, "session": session, "id": str(one.id)}


def lineage(page: Sequence[Observation], *, reached: Any) -> Iterator[dict[str, Any]]:
    """The edges of the rows, in their order. Of a source that the caller may not export nothing is
    told but that there is one: what came of it must not pass for a beginning."""
    edges = LineageEdge.objects.here().filter(observation_id__in=[one.id for one in page])
    found = list(edges.order_by("observation_position", "ordinal", "id"))
    wanted = [edge.source_id for edge in found if edge.source_id]
    rows = reached.filter(id__in=wanted).select_related("session")
    sources = {one.id: name_of(one) for one in rows}
    for edge in found:
        source = sources.get(edge.source_id) if edge.source_id else None
        yield {
            "of": edge.observation_position,
            "observation": str(edge.observation_id),
            "relation": edge.relation,
            "source": source,
            "awaited": edge.awaited_event_id,
            "external": None if source or edge.awaited_event_id else _external(edge),
        }


def _external(edge: LineageEdge) -> list[str]:
    if edge.external_ref is not None:
        return [edge.external_system or "", edge.external_ref]
    if edge.recall_id is not None:
        return [SYSTEM, f"recall:{edge.recall_id}"]
    return [SYSTEM, "beyond what this bundle may say"]


def standings(page: Sequence[Observation]) -> Iterator[dict[str, Any]]:
    """The timelines of the rows, in their order."""
    positions = {one.id: one.position for one in page}
    rows = StandingEvent.objects.here().filter(observation_id__in=list(positions))
    found = rows.select_related("by").order_by("position")
    for row in sorted(found, key=lambda row: positions[row.observation_id]):
        yield {
            "of": positions[row.observation_id],
            "observation": str(row.observation_id),
            "position": row.position,
            "standing": row.standing,
            "admission": row.admission,
            "by": row.by.name,
            "at": instant(row.at),
        }


def copies(page: Sequence[Observation], *, reached: Any) -> Iterator[dict[str, Any]]:
    """The proofs that a row is a copy of another that the caller may export."""
    rows = ProvenCopy.objects.live().filter(observation_id__in=[one.id for one in page])
    found = list(rows.order_by("id").values_list("observation_id", "original_id", "basis"))
    originals = reached.filter(id__in=[original for _, original, _ in found])
    known = set(originals.values_list("id", flat=True))
    for one, original, basis in found:
        if original in known:
            yield {"observation": str(one), "original": str(original), "basis": basis}


def erasures(page: Sequence[Observation]) -> list[dict[str, Any]]:
    """What was erased of the rows."""
    rows = Erasure.objects.here().filter(observation_id__in=[one.id for one in page])
    return [
        {"observation": str(row.observation_id), "by": row.by.name, "at": instant(row.at)}
        for row in rows.select_related("by").order_by("id")
    ]


def receipts(page: Sequence[Observation]) -> Iterator[dict[str, Any]]:
    """The receipts of acceptance."""
    rows = Receipt.objects.here().filter(
        observation_id__in=[one.id for one in page], act=OBSERVE, outcome="accepted"
    )
    for row in rows.order_by("id"):
        yield {
            "id": str(row.id),
            "observation": str(row.observation_id),
            "outcome": row.outcome,
            "at": instant(row.at),
        }


def _subjects(page: Sequence[Observation]) -> dict[UUID, list[dict[str, Any]]]:
    found: dict[UUID, list[dict[str, Any]]] = {}
    rows = Subject.objects.here().filter(observation_id__in=[one.id for one in page])
    for row in rows.order_by("ordinal"):
        said = {"kind": row.kind, "key": row.key, "branch": row.branch, "revision": row.revision}
        found.setdefault(row.observation_id, []).append(said)
    return found
