"""One observation: what was said, and all that the ledger knows about it."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render

from provenance.review.clocks import clocks_of
from provenance.review.lineage_picture import draw
from provenance.review.lineage_tree import descendants_of, sources_of
from provenance.review.visiting import DOOR, VisitorRequest, reads
from provenance.services.reviewing.acts import acts_for
from provenance.services.reviewing.dossier import dossier_of
from provenance.services.reviewing.lineage import lineage_of
from provenance.services.reviewing.recalls import explained


@reads
def observation(request: VisitorRequest, observation_id: UUID) -> HttpResponse:
    """The dossier of an observation. 404 where the visitor may not see it."""
    reader = request.visitor.reader()
    dossier = dossier_of(reader, observation_id=observation_id)
    lineage = lineage_of(reader, start=observation_id)
    told = [node.id for node in lineage.nodes.values() if not node.hidden]
    reader.was_shown([*told, *dossier.beside.told], door=DOOR)
    said_of = dossier.observation
    content = said_of.said
    context = {
        "dossier": dossier,
        "explained": explained(request.visitor, exposures=dossier.exposures),
        "acts": acts_for(request.visitor, dossier.observation),
        "observation": said_of,
        "clocks": clocks_of(said_of),
        "lineage": lineage,
        "picture": draw(lineage) if len(lineage.nodes) > 1 else None,
        "sources": sources_of(lineage, start=observation_id),
        # As pairs: in a template `metadata.items` would find a member of that name first.
        "telemetry": sorted(said_of.telemetry.items()),
        "model": sorted((content.model or {}).items()) if content else [],
        "metadata": sorted(content.metadata.items()) if content else [],
        "descendants": descendants_of(lineage, start=observation_id),
    }
    return render(request, "review/observation.html", context)
