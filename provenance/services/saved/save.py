"""Saves a question that was asked, with what has to be in its answer."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from provenance.database.tenancy import workspace
from provenance.models import (
    ExpectedObservation,
    Observation,
    Question,
    Receipt,
    RetiredQuestion,
    SavedQuestion,
)
from provenance.problems import CapabilityRequired, Erased, InvalidRequest, NotFound
from provenance.services.access.caller import Caller
from provenance.services.access.grants import live_grants
from provenance.services.chronicle import record
from provenance.services.contributing.erased import erased_among
from provenance.services.exposures import record_exposure
from provenance.services.receipts import RECALL
from provenance.services.reviewing.views import grants_of_view
from provenance.services.saved.shelf import visible_to
from provenance.services.screening.judge import require_kept
from provenance.services.screening.rejections import rejections_kept

# The name under which the receipt of a recall notes how it was asked.
ASKED = "asked"
MOST_EXPECTED = 50
SAVE = "save_question"
_ABOUT = "saved_question"


def save_question(
    *, caller: Caller, receipt_id: UUID, expected: Collection[UUID], door: str, at: datetime
) -> UUID:
    """Saves the caller's own recall of this receipt, as through the view it was asked by.

    Its words stay those of the receipt, which an erasure of what was returned or is expected
    destroys. The same recall again is the same saved question. Raises NotFound where there is no
    such recall, the view may not be taken or an expected observation lies beyond it; InvalidRequest
    where the words were not kept; PolicyRejected where they may not be any more; Erased for what
    was erased meanwhile.
    """
    wanted = set(expected)
    with rejections_kept(caller=caller, act=SAVE, at=at), workspace(caller):
        receipt = _recall_of(caller, receipt_id)
        words = Question.objects.here().filter(receipt_id=receipt_id).first()
        if words is None:
            raise InvalidRequest("The words of this question are not kept, so it cannot be saved.")
        require_kept([words.text])
        view = UUID(receipt.body.get("view", str(caller.principal_id)))
        _require_in(_reach(view, caller=caller, at=at), wanted)
        saved = SavedQuestion(
            workspace_id=caller.workspace_id,
            receipt=receipt,
            view_id=view,
            by_id=caller.principal_id,
            asked=receipt.body[ASKED],
            at=at,
        )
        SavedQuestion.objects.all().add([saved], skip_existing=True)
        kept: SavedQuestion = SavedQuestion.objects.here().get(receipt_id=receipt_id)
        if kept.id != saved.id:
            return kept.id
        _expect(saved, wanted)
        # What is expected and was not returned: its erasure takes the words of the question too.
        record_exposure(
            caller=caller, observation_ids=sorted(wanted), door=door, receipt=receipt.id, at=at
        )
        record(act="question_saved", by=caller.principal_id, about=_ABOUT, about_id=saved.id, at=at)
        return saved.id


def retire_question(*, caller: Caller, saved_id: UUID, at: datetime) -> None:
    """Ends a saved question. Retiring it again changes nothing.

    Raises NotFound for what the caller may not see, and CapabilityRequired where it is another's
    and the caller neither reviews nor administers.
    """
    with workspace(caller):
        grants = live_grants(caller=caller, at=at)
        saved = visible_to(caller=caller, grants=grants, at=at).filter(id=saved_id).first()
        if saved is None:
            raise NotFound
        if saved.by_id != caller.principal_id and not (
            grants.of("review") or grants.of("administer")
        ):
            raise CapabilityRequired("This act needs the capability review.")
        retired = RetiredQuestion(
            workspace_id=caller.workspace_id, saved=saved, by_id=caller.principal_id, at=at
        )
        RetiredQuestion.objects.all().add([retired], skip_existing=True)
        if RetiredQuestion.objects.here().filter(id=retired.id).exists():
            record(
                act="question_retired",
                by=caller.principal_id,
                about=_ABOUT,
                about_id=saved.id,
                at=at,
            )


def _recall_of(caller: Caller, receipt_id: UUID) -> Receipt:
    found: Receipt | None = (
        Receipt.objects.here()
        .filter(id=receipt_id, act=RECALL, principal_id=caller.principal_id)
        .first()
    )
    if found is None or ASKED not in found.body:
        raise NotFound
    return found


def _reach(view: UUID, *, caller: Caller, at: datetime) -> Q:
    own = live_grants(caller=caller, at=at)
    theirs = own if view == caller.principal_id else grants_of_view(view, by=own, at=at)
    return theirs.reach("recall")


def _require_in(reach: Q, wanted: Collection[UUID]) -> None:
    if len(wanted) > MOST_EXPECTED:
        raise InvalidRequest(f"At most {MOST_EXPECTED} observations may be expected.")
    if Observation.objects.all().visible_to(reach).filter(id__in=wanted).count() < len(wanted):
        raise NotFound


def _expect(saved: SavedQuestion, wanted: Collection[UUID]) -> None:
    ExpectedObservation.objects.all().add(
        ExpectedObservation(workspace_id=saved.workspace_id, saved=saved, observation_id=one)
        for one in sorted(wanted)
    )
    # The keys of these rows have waited for an erasure that was under way, and hold off a later one.
    if erased_among(wanted):
        raise Erased("What is expected was erased meanwhile. Nothing was saved.")
