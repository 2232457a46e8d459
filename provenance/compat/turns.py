"""POST /compat/memoryd/v1/turns."""

from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import JSONObjectField, StrictCharField, StrictListField
from provenance.services.access.caller import Caller
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import Contribution
from provenance.services.observe_batch import Failed, observe_each
from provenance.services.receipts import shown

from .bodies import (
    MAX_CONTENT_BYTES,
    ClaimField,
    OlderBody,
    OlderInstantField,
    OlderSessionBody,
    PairBody,
    RepoBody,
)
from .contributions import contribution, event_name, subjects_of
from .door import OlderDoorView, body_of, described
from .handles import SOURCE, handle
from .results import rejection

_ACTORS = ("user", "assistant")


class MessageBody(OlderBody):
    """One message."""

    actor = StrictCharField(max_length=50)
    content = StrictCharField(max_bytes=MAX_CONTENT_BYTES)
    created_at = OlderInstantField(required=False)
    metadata = JSONObjectField(required=False)


class TurnsBody(PairBody):
    """Messages of a conversation, in their order."""

    repo = RepoBody(required=False)
    session = OlderSessionBody(required=False)
    messages = StrictListField(child=MessageBody(), max_length=500)
    write_policy = ClaimField(required=False)


class TurnsView(OlderDoorView):
    """What was said."""

    capability = "observe"

    @described(
        operation="memoryd_turns",
        summary="Record messages, in MemoryD's shape",
        request=TurnsBody,
        data={
            "accepted": serializers.IntegerField(),
            "rejected": serializers.IntegerField(),
            "rejections": serializers.ListField(child=serializers.DictField()),
            "source_ids": serializers.ListField(child=serializers.CharField()),
            "derived_record_ids": serializers.ListField(child=serializers.CharField()),
            "receipts": serializers.ListField(child=serializers.DictField()),
        },
    )
    def post(self, request: Request) -> Response:
        """Records each message for itself; nothing is derived from them by itself."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = body_of(request, TurnsBody, at=at)
        messages = list(enumerate(body["messages"]))
        spoken = [(index, one) for index, one in messages if one["actor"] in _ACTORS]
        refused = [
            {"index": index, "reason": "unsupported actor", "code": "invalid_request"}
            for index, one in messages
            if one["actor"] not in _ACTORS
        ]
        items = [turn(caller, body, index=index, message=one) for index, one in spoken]
        results = observe_each(caller=caller, items=items, at=at, door=Door.COMPAT)
        for (index, _), result in zip(spoken, results, strict=True):
            if isinstance(result, Failed):
                refused.append({"index": index, **rejection(result.problem)})
        receipts = shown(caller=caller, results=results)
        return self.answered(
            {
                "accepted": len(receipts),
                "rejected": len(refused),
                "rejections": sorted(refused, key=lambda one: one["index"]),
                "source_ids": [handle(SOURCE, one["observation"]) for one in receipts],
                "derived_record_ids": [],
                "receipts": receipts,
            }
        )


def turn(
    caller: Caller, body: dict[str, Any], *, index: int, message: dict[str, Any]
) -> Contribution:
    """One message as a contribution.

    It is named by its time where it has one. Without, the whole call and its place in it name
    it: the same call again is a retry, and "ok" said in another call is another "ok".
    """
    said_at = message.get("created_at")
    place: Any = said_at.isoformat() if said_at else _place(body, index)
    return contribution(
        caller=caller,
        body=body,
        claims={"message": message.get("metadata"), "write_policy": body.get("write_policy")},
        event_id=event_name("turn", message["actor"], message["content"], place, _repo(body)),
        kind="turn",
        speaker_role=message["actor"],
        content=message["content"],
        observed_at=said_at,
        subjects=subjects_of(body.get("repo")),
    )


def _place(body: dict[str, Any], index: int) -> list[Any]:
    return [[[one["actor"], one["content"]] for one in body["messages"]], index]


def _repo(body: dict[str, Any]) -> Any:
    return body.get("repo")
