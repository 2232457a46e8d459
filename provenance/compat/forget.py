"""POST /compat/memoryd/v1/forget: proposes. Nothing is archived or deleted by asking."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import StrictCharField, StrictListField
from provenance.problems import NotFound, Problem, UnknownReference
from provenance.services.access.caller import Caller
from provenance.services.correcting.proposal import Proposal
from provenance.services.propose import Proposed, propose
from provenance.services.screening.pointers import may_be_named

from .bodies import ProfileBody
from .contributions import event_name
from .door import OlderDoorView, body_of, described
from .handles import observation_of
from .results import redacted, rejection

_REASON = "Asked for through MemoryD's forget."
_WARNING = "Withdrawal is proposed; a person decides. Nothing is archived or deleted yet."
_ERASURE = "Deletion is not to be had here: an administrator erases."


class ForgetBody(ProfileBody):
    """What is to be forgotten."""

    ids = StrictListField(child=StrictCharField(max_length=100), min_length=1, max_length=100)
    mode = serializers.ChoiceField(choices=["archive", "delete"], required=False)
    reason = StrictCharField(max_length=2000, required=False)


class ForgetView(OlderDoorView):
    """Asks for withdrawals."""

    capability = "propose"

    @described(
        operation="memoryd_forget",
        summary="Propose withdrawals, in MemoryD's shape",
        request=ForgetBody,
        data={
            name: serializers.ListField(child=serializers.JSONField())
            for name in ("archived", "deleted", "not_found", "errors", "proposed")
        },
    )
    def post(self, request: Request) -> Response:
        """Proposes the withdrawal of each for itself; the same again is the same proposal."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = body_of(request, ForgetBody, at=at)
        answer: dict[str, Any] = {
            name: [] for name in ("archived", "deleted", "not_found", "errors", "proposed")
        }
        for name in dict.fromkeys(body["ids"]):
            try:
                proposed = _propose(caller, name, body, at=at)
            except (NotFound, UnknownReference):
                answer["not_found"].append(_told(name))
            except Problem as problem:
                answer["errors"].append({"id": _told(name), **rejection(problem)})
            else:
                correction = proposed.correction
                state = {"correction": correction["id"], "state": correction["state"]}
                answer["proposed"].append({"id": name, **state})
        warnings = [_WARNING, _ERASURE] if body.get("mode") == "delete" else [_WARNING]
        return self.answered(answer, warnings=warnings)


def _told(name: str) -> str:
    """What was asked for, where it is a handle or a plain name; else it may be content, and is not
    repeated."""
    return name if observation_of(name) or may_be_named(name) else redacted(name)


def _propose(caller: Caller, name: str, body: dict[str, Any], *, at: datetime) -> Proposed:
    observation_id: UUID | None = observation_of(name)
    if observation_id is None:
        raise NotFound
    reason = body.get("reason") or _REASON
    return propose(
        caller=caller,
        proposal=Proposal(
            kind="withdraw",
            targets=[observation_id],
            reason=reason,
            event_id=event_name("forget", str(observation_id), reason),
        ),
        at=at,
    )
