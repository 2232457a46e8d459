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

    What is given is as of `exposure_of`. In the transaction that reads the content.
    """
    exposure = exposure_of(
        caller=caller,
        observation_ids=observation_ids,
        door=door,
        at=at,
        receipt=receipt,
        harness=harness,
        instance=instance,
        session=session,
    )
    if exposure.observations:
        Exposure.objects.all().add([exposure])


def exposure_of(
    *,
    caller: Caller,
    observation_ids: Collection[UUID],
    door: str,
    at: datetime,
    receipt: UUID | None = None,
    harness: str | None = None,
    instance: str | None = None,
    session: str | None = None,
) -> Exposure:
    """The row to be that says that these observations' content is shown.

    `session` is the external id of the conversation that it is shown to, at the producer
    (harness, instance); without one it counts for all sessions of the principal.
    """
    return Exposure(
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
