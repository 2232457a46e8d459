"""Destroys what was said, for good: permission → copies → trail → destruction → receipt."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

import rfc8785
from django.db.models import Q

from provenance.database.tenancy import workspace
from provenance.models import Erasure, IndexWork, Observation, Receipt
from provenance.models.ids import uuid7
from provenance.problems import CapabilityRequired, EventConflict, UnknownReference, field_error
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.contributing.erased import erased_among
from provenance.services.erasing import (
    Destroyed,
    copies_of,
    destroy,
    one_erasure_at_a_time,
    withdraw_wordless_facts,
)
from provenance.services.receipts import ERASE
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import rejections_kept
from provenance.services.tombstones.acts import Acts
from provenance.services.tombstones.keeping import keep
from provenance.signals import observations_erased

MOST = 500


@dataclass(frozen=True, kw_only=True)
class Erasing:
    """What is to be erased, each once, and why. `event_id` makes a retry the same act."""

    observations: Sequence[UUID]
    reason: str
    event_id: str | None = None

    def digest(self) -> str:
        """`sha256:<64 hex>` over the RFC 8785 form of the request."""
        form = {
            "event_id": self.event_id,
            "observations": sorted({str(one) for one in self.observations}),
            "reason": self.reason,
        }
        return "sha256:" + sha256(rfc8785.dumps(form)).hexdigest()


@dataclass(frozen=True)
class Erasal:
    """The receipt of an erasure, and whether the act was here before."""

    receipt: Receipt
    duplicate: bool


def erase(*, caller: Caller, erasing: Erasing, at: datetime) -> Erasal:
    """Destroys content, readings, titles, stored questions and wordings, and all proven copies.

    Digest, lineage and receipts stay. Nothing brings the words back. What was erased before is
    gone through again, so that nothing is left of it. Raises CapabilityRequired without
    `administer` over everything that would go, UnknownReference for what is not there or lies
    beyond the grants, EventConflict for another act under the same event id, and PolicyRejected
    where reason or event id may not be kept themselves: what is refused leaves its receipt alone.
    """
    with (
        rejections_kept(caller=caller, act=ERASE, at=at),
        workspace(caller, restricted=True),
    ):
        reach = live_grants(caller=caller, at=at).reach("administer")
        one_erasure_at_a_time()
        if (earlier := _earlier(caller, erasing)) is not None:
            return Erasal(earlier, duplicate=True)
        require_kept([erasing.reason, erasing.event_id])
        _require_known(erasing, reach=reach)
        return Erasal(_erase(caller=caller, erasing=erasing, reach=reach, at=at), duplicate=False)


def erase_again(
    *, caller: Caller, observations: Collection[UUID], reason: str, at: datetime
) -> Receipt:
    """Erases in a restored copy what was erased since it was saved: nobody is asked again.

    Those that are not here are passed over. Inside the workspace, the restricted lane open.
    """
    one_erasure_at_a_time()
    here = Observation.objects.here().filter(id__in=list(observations))
    erasing = Erasing(observations=list(here.values_list("id", flat=True)), reason=reason)
    return _erase(caller=caller, erasing=erasing, reach=Q(), at=at)


def _earlier(caller: Caller, erasing: Erasing) -> Receipt | None:
    if erasing.event_id is None:
        return None
    earlier: Receipt | None = (
        Receipt.objects.here()
        .filter(principal_id=caller.principal_id, event_id=erasing.event_id, act=ERASE)
        .first()
    )
    if earlier is not None and earlier.body["digest"] != erasing.digest():
        raise EventConflict
    return earlier


def _require_known(erasing: Erasing, *, reach: Q) -> None:
    rows = Observation.objects.here().filter(reach, id__in=erasing.observations)
    known = set(rows.values_list("id", flat=True))
    errors = [
        field_error(pointer=f"/observations/{index}", code="unknown_reference")
        for index, one in enumerate(erasing.observations)
        if one not in known
    ]
    if errors:
        raise UnknownReference(errors=errors)


def _erase(*, caller: Caller, erasing: Erasing, reach: Q, at: datetime) -> Receipt:
    receipt_id, asked = uuid7(), set(erasing.observations)
    already = erased_among(asked)
    going, lost = copies_of(asked), Destroyed()
    while True:
        _require_reach(going, reach=reach)
        # First, and so before rows of the ledger are locked: an indexer holds its work, then asks
        # for them. Whoever computes a vector meanwhile finds no work to finish, and drops it.
        IndexWork.objects.here().filter(observation_id__in=going).delete()
        _leave_trail(going, receipt_id=receipt_id, caller=caller, reason=erasing.reason, at=at)
        destroyed, left = destroy(going)
        lost += destroyed
        # Copies whose recording was under way when we looked; they are here by now.
        if not left:
            break
        going = copies_of(going | left)
    observations_erased.send(Observation, observation_ids=going)
    facts = withdraw_wordless_facts(by=caller.principal_id, at=at)
    receipt = Receipt(
        id=receipt_id,
        workspace_id=caller.workspace_id,
        act=ERASE,
        outcome="accepted",
        principal_id=caller.principal_id,
        key_id=caller.key_id,
        event_id=erasing.event_id,
        body={
            "digest": erasing.digest(),
            "observations": sorted(str(one) for one in asked),
            "copies": sorted(str(one) for one in going - asked),
            "already": len(already),
            "destroyed": {**lost.represent(), "facts": facts},
            "irreversible": True,
        },
        at=at,
    )
    Receipt.objects.all().add([receipt])
    for one in sorted(going - already):
        record(
            act="erased",
            by=caller.principal_id,
            key_id=caller.key_id,
            about="observation",
            about_id=one,
            at=at,
            detail={"receipt": str(receipt_id)},
        )
    trail = Erasure.objects.here().filter(observation_id__in=going - already)
    keep(Acts(erasures=list(trail.values_list("id", flat=True))))
    return receipt


def _require_reach(going: Collection[UUID], *, reach: Q) -> None:
    """A copy binds its original, so who may erase the one must be allowed to erase the other."""
    if Observation.objects.here().filter(reach, id__in=going).count() < len(going):
        raise CapabilityRequired("This erasure needs the capability administer over all copies.")


def _leave_trail(
    going: Collection[UUID], *, receipt_id: UUID, caller: Caller, reason: str, at: datetime
) -> None:
    Erasure.objects.all().add(
        (
            Erasure(
                workspace_id=caller.workspace_id,
                observation_id=one,
                by_id=caller.principal_id,
                reason=reason,
                cause_id=receipt_id,
                at=at,
            )
            for one in sorted(going)
        ),
        skip_existing=True,
    )
