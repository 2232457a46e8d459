"""Records who was shown what."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from provenance.models import Exposure
from provenance.services.access.caller import Caller


def record_exposure(
    *,
    caller: Caller,
    observation_ids: Collection[UUID],
    door: str,
    at: datetime,
    receipt: UUID | None = None,
    harness: str | None = None,
    instance: str | None = None,
    session: str | None = None,
) -> None:
    """Records in one row that these observations' content was shown; none is no exposure.

    `session` is the external id of the conversation that it was shown to, at the producer
    (harness, instance); without one it counts for all sessions of the principal. In the
    transaction that reads the content.
    """
    if not observation_ids:
        return
    exposure = Exposure(
        workspace_id=caller.workspace_id,
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        receipt_id=receipt,
        door=door,
        harness=harness,
        instance=instance,
        session=session,
        observations=list(dict.fromkeys(observation_ids)),
        at=at,
    )
    Exposure.objects.all().add([exposure])
