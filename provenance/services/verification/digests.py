"""Recomputes digests from the rows: a changed word, time or source shows."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import Tenancy
from provenance.models import LineageEdge, Observation, Subject
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    LinkClaim,
    ProducerClaim,
    SubjectClaim,
)
from provenance.services.contributing.digest import VERSION, digest_of
from provenance.services.contributing.erased import erased_among
from provenance.services.contributing.normal_form import text_sha256

from .findings import Finding, Progress, in_batches

CHECK = "digest"


def check_digests(tenancy: Tenancy, progress: Progress) -> Iterator[Finding]:
    """Each observation against the digest in its row. What was erased is counted and passed over."""
    for count, found in in_batches(tenancy, _observations, _look):
        progress(CHECK, count)
        yield from found


def _observations() -> Any:
    return Observation.objects.here().select_related("producer", "session", "content")


def _look(batch: Sequence[Observation]) -> list[Finding]:
    ids = [one.id for one in batch]
    erased, subjects, links = erased_among(ids), _subjects(ids), _links(ids)
    # Without words and without an erasure: the check of contents tells it.
    there = [one for one in batch if one.said is not None and one.id not in erased]
    return [
        Finding(check=CHECK, table="observation", id=str(one.id), what=what)
        for one in there
        if (what := _fault(one, subjects=subjects[one.id], links=links[one.id]))
    ]


def _fault(
    one: Observation, *, subjects: Sequence[SubjectClaim], links: Sequence[LinkClaim]
) -> str | None:
    if one.digest_version != VERSION:
        return f"its digest is of version {one.digest_version}, which is not known here"
    producer = ProducerClaim(harness=one.producer.harness, instance=one.producer.instance)
    contribution = rebuilt(one, subjects=subjects, links=links)
    if digest_of(contribution, producer=producer) != one.digest:
        return "what stands in its rows has another digest"
    if text_sha256(contribution.content) != one.text_sha256:
        return "its text has another normal form than its row says"
    return None


def rebuilt(
    one: Observation, *, subjects: Sequence[SubjectClaim], links: Sequence[LinkClaim]
) -> Contribution:
    """The contribution as it came, from what was kept of it. Read with its content."""
    return Contribution(
        event_id=one.event_id,
        kind=one.kind,
        speaker_role=one.speaker_role,
        speaker_name=one.speaker_name,
        content=one.said.text if one.said else "",
        session_id=one.session.external_id if one.session else None,
        observed_at=one.observed_at,
        valid_from=one.valid_from,
        valid_until=one.valid_until,
        subjects=tuple(subjects),
        lineage=tuple(links),
        foreign=_foreign(one),
        work_state=one.work_state_claimed,
        labels=tuple(one.labels),
        part=(one.part_index, one.part_of or 0) if one.part_index is not None else None,
    )


def _foreign(one: Observation) -> ForeignReference | None:
    if one.foreign_id is None:
        return None
    return ForeignReference(
        system=one.foreign_system or "", id=one.foreign_id, session=one.foreign_session
    )


def _subjects(ids: Sequence[UUID]) -> dict[UUID, list[SubjectClaim]]:
    found: dict[UUID, list[SubjectClaim]] = defaultdict(list)
    for row in Subject.objects.here().filter(observation_id__in=ids).order_by("ordinal"):
        claim = SubjectClaim(kind=row.kind, key=row.key, branch=row.branch, revision=row.revision)
        found[row.observation_id].append(claim)
    return found


def _links(ids: Sequence[UUID]) -> dict[UUID, list[LinkClaim]]:
    """The lineage that was claimed; what the server added bears no ordinal."""
    found: dict[UUID, list[LinkClaim]] = defaultdict(list)
    claimed = LineageEdge.objects.here().filter(Q(observation_id__in=ids, ordinal__isnull=False))
    names = dict(
        Observation.objects.here()
        .filter(id__in=claimed.filter(by_event=True).values("source_id"))
        .values_list("id", "event_id")
    )
    for edge in claimed.order_by("ordinal"):
        named = names.get(edge.source_id) if edge.by_event and edge.source_id else None
        found[edge.observation_id].append(_claim(edge, event_id=edge.awaited_event_id or named))
    return found


def _claim(edge: LineageEdge, *, event_id: str | None) -> LinkClaim:
    external = None
    if edge.external_ref is not None:
        external = (edge.external_system or "", edge.external_ref)
    return LinkClaim(
        relation=edge.relation,
        observation=None if event_id else edge.source_id,
        event_id=event_id,
        recall=edge.recall_id,
        external=external,
    )
