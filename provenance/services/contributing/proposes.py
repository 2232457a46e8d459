"""Who may say that something earlier is wrong, over, or a fact: `propose`, or the person's own turn."""

from collections.abc import Sequence
from uuid import UUID

from provenance.models import LineageEdge, Observation, Principal
from provenance.models.lineage_edge import PROPOSALS
from provenance.problems import CapabilityRequired
from provenance.services.access.grants import Grants


def require_propose(
    observation: Observation, *, edges: Sequence[LineageEdge], grants: Grants
) -> None:
    """Raises CapabilityRequired where the event, not yet inserted, would propose and may not.

    corrects, supersedes, withdraws and adopts ask for `propose` over all that they name, as
    `POST /v1/corrections` does. A person's own turn, captured, asks for nothing: it is that
    person's act, whether it applies at once or waits for a reviewer. Inside the workspace.
    """
    proposing = [edge for edge in edges if edge.relation in PROPOSALS]
    if not proposing or person_of(observation) is not None:
        return
    grants.require("propose")
    named = {edge.source_id for edge in proposing if edge.source_id is not None}
    for source in Observation.objects.here().filter(id__in=named):
        if not grants.over(
            "propose", principal_id=source.principal_id, producer_id=source.producer_id
        ):
            raise CapabilityRequired("Your propose grants do not reach all that it names.")


def person_of(observation: Observation) -> UUID | None:
    """The human whose own turn this is: captured by a host that serves one."""
    witness: UUID | None = observation.witness_id
    if observation.admitted_as != "user_primary" or witness is None:
        return None
    return witness if Principal.objects.here().filter(id=witness, kind="human").exists() else None
