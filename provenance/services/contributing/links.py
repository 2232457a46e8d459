"""Turns lineage claims into edges, or refuses them as unknown."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from provenance.models import LineageEdge, Observation, Receipt
from provenance.problems import UnknownReference, field_error
from provenance.services.access.caller import Caller
from provenance.services.access.grants import Grants
from provenance.services.contributing.contribution import LinkClaim


def edges_for(
    *,
    caller: Caller,
    grants: Grants,
    producer_id: UUID,
    session_id: UUID | None,
    event_id: str,
    lane: str,
    links: Sequence[LinkClaim],
) -> list[LineageEdge]:
    """One edge for each claim, still without its observation. Nothing comes of itself.

    Raises UnknownReference, in the same words for what does not exist and what the caller may
    not see. What is restricted is named by nothing outside its lane, also where a batch with
    restricted events has opened it.
    """
    here: dict[str, Any] = {
        "principal_id": caller.principal_id,
        "producer_id": producer_id,
        "session_id": session_id,
    }
    may_see = Q(principal_id=caller.principal_id)
    if grants.of("recall"):
        reach = grants.reach("recall")
        may_see = may_see | reach if reach else Q()
    for ordinal, link in enumerate(links):
        if link.event_id == event_id:
            raise unknown(f"/lineage/{ordinal}/event_id")
    if lane == "open":
        may_see, here = may_see & Q(lane="open"), {**here, "lane": "open"}
    return [
        _edge(link, ordinal=index, caller=caller, here=here, may_see=may_see)
        for index, link in enumerate(links)
    ]


def _edge(
    link: LinkClaim, *, ordinal: int, caller: Caller, here: dict[str, Any], may_see: Q
) -> LineageEdge:
    pointer = f"/lineage/{ordinal}"
    edge = LineageEdge(workspace_id=caller.workspace_id, relation=link.relation, ordinal=ordinal)
    if link.external is not None:
        edge.external_system, edge.external_ref = link.external
    elif link.recall is not None:
        receipts = Receipt.objects.here().filter(
            id=link.recall, act="recall", principal_id=caller.principal_id
        )
        if not receipts.exists():
            raise unknown(f"{pointer}/recall")
        edge.recall_id = link.recall
    elif link.observation is not None:
        source = Observation.objects.here().filter(may_see, id=link.observation).first()
        if source is None:
            raise unknown(f"{pointer}/observation")
        edge.source_id, edge.source_position = source.id, source.position
    else:
        _by_event(edge, link, pointer=pointer, here=here)
    return edge


def _by_event(edge: LineageEdge, link: LinkClaim, *, pointer: str, here: dict[str, Any]) -> None:
    edge.by_event = True
    source = Observation.objects.here().filter(event_id=link.event_id, **here).first()
    if source is not None:
        edge.source_id, edge.source_position = source.id, source.position
    elif link.relation == "responds_to":
        edge.awaited_event_id = link.event_id
    else:
        raise unknown(f"{pointer}/event_id")


def unknown(pointer: str) -> UnknownReference:
    """The refusal of a reference, at its pointer."""
    return UnknownReference(errors=[field_error(pointer=pointer, code="unknown_reference")])
