"""Takes an accepted correction back: what it changed stands again as the others leave it (P14)."""

from datetime import datetime
from uuid import UUID

from provenance.database.tenancy import workspace
from provenance.models import CorrectionReversal
from provenance.problems import AlreadyDecided, NotAccepted
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.correcting.correction_shape import (
    acts_on,
    in_sight_of,
    represent_correction,
)
from provenance.services.correcting.fact_standing import (
    of_correction,
    touched,
    write_fact_standings,
)
from provenance.services.correcting.reviewers import require_person, under_review
from provenance.services.decide import ACCEPT, Decided, write_act
from provenance.services.receipts import REVERT
from provenance.services.screening.judge import verdict_on
from provenance.services.screening.rejections import rejections_kept
from provenance.services.standing.changes import (
    changes_for,
    one_decision_at_a_time,
    write_standings,
)
from provenance.services.tombstones.acts import Acts
from provenance.services.tombstones.keeping import keep


def revert(*, caller: Caller, correction_id: UUID, note: str, at: datetime) -> Decided:
    """Reverts an accepted correction, once. Nothing is deleted: the timelines go on.

    Needs `review` over every target, and a person. Standing is reckoned anew from the corrections
    that are left, so a later one keeps its effect. Raises NotAccepted where there is nothing to
    take back, AlreadyDecided where it was taken back before, and what `decide` raises.
    """
    with (
        rejections_kept(caller=caller, act=REVERT, at=at),
        workspace(caller, restricted=True),
    ):
        grants = live_grants(caller=caller, at=at)
        grants.require("review")
        require_person(caller)
        verdict_on([note]).require_admitted()
        one_decision_at_a_time()
        correction, targets = under_review(correction_id=correction_id, grants=grants)
        decided, _ = acts_on([correction.id])
        if correction.id not in decided or decided[correction.id].decision != ACCEPT:
            raise NotAccepted
        row = CorrectionReversal(
            workspace_id=correction.workspace_id,
            correction=correction,
            by_id=caller.principal_id,
            note=note,
            at=at,
        )
        CorrectionReversal.objects.all().add([row], skip_existing=True)
        if not CorrectionReversal.objects.here().filter(id=row.id).exists():
            raise AlreadyDecided("It was reverted before.")
        keep(Acts(reversals=[row.id]))
        receipt = write_act(
            correction, act=REVERT, by=caller.principal_id, key_id=caller.key_id, at=at
        )
        changes = changes_for(
            [one.id for one in targets], facts=touched(of_correction(correction.id))
        )
        write_standings(changes.standings, by=caller.principal_id, at=at, cause=receipt.id)
        write_fact_standings(changes.facts, by=caller.principal_id, at=at, correction=correction.id)
        return Decided(represent_correction(correction, in_sight=in_sight_of(grants)), receipt.id)
