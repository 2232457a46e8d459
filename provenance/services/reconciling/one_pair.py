"""Plans one pair at once, for a person who waits for the preview."""

from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import Tenancy, workspace
from provenance.models import UnresolvedPair
from provenance.problems import AlreadyDecided, InvalidRequest, NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.importing.run import run_plan
from provenance.services.reconciling.asked import (
    PAIRS,
    RECONCILIATIONS,
    Asked,
    found_here,
    plans_of,
    reached,
)
from provenance.services.reconciling.begin import begin_reconciliation


def plan_one_pair(*, caller: Caller, pair_id: UUID, verdict: str, at: datetime) -> UUID:
    """Returns the id of a plan to settle the pair; nothing is settled before a person applies it.

    One item, so it is planned here and now, unless a worker was faster. The same asked twice leads
    to the plan that waits already. Outside any workspace. Raises CapabilityRequired, NotFound for
    a pair that is not within the grant, AlreadyDecided for a settled one, TooManyRequests.
    """
    asked = Asked(kind=PAIRS, verdict=verdict, pairs=[pair_id])
    try:
        plan = _waiting(asked, caller=caller, pair_id=pair_id, at=at)
        if plan is None:
            plan = begin_reconciliation(caller=caller, asked=asked, at=at)
    except InvalidRequest:
        # It is there and within the grant, so it is unsettled no more.
        raise AlreadyDecided from None
    run_plan(tenancy=Tenancy(caller.workspace_id), plan_id=plan, progress=_untold)
    return plan


def _waiting(asked: Asked, *, caller: Caller, pair_id: UUID, at: datetime) -> UUID | None:
    with workspace(caller):
        grants = live_grants(caller=caller, at=at)
        grants.require("reconcile")
        within = reached(grants).values("id")
        pairs = UnresolvedPair.objects.here().filter(id=pair_id)
        if not pairs.filter(observation_id__in=within, other_id__in=within).exists():
            raise NotFound
        _, digest = found_here(asked, grants=grants)
        # Two who ask at one moment make two plans; of these the second is stale once one is applied.
        waits = plans_of(RECONCILIATIONS).filter(
            source_sha256=digest, run__state__in=("planning", "planned")
        )
        plan: UUID | None = waits.values_list("id", flat=True).first()
        return plan


def _untold(done: int, total: int) -> None:
    """Nobody watches: it is one item."""
