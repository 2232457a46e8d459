"""POST /compat/memoryd/v1/conclusions: the way that hosts mirror their memory tools."""

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

from .bodies import MAX_CONTENT_BYTES, PairBody, RepoBody
from .contributions import contribution, event_name, role_of, subjects_of
from .door import OlderDoorView, body_of, described
from .handles import CONCLUSION, RECORD, handle
from .kinds import KIND_OF, TYPES
from .results import redacted, rejection

_LIST = serializers.ListField


class ConclusionsBody(PairBody):
    """What a program concluded. `target` is whom it is about, never who said it."""

    repo = RepoBody(required=False)
    target = StrictCharField(max_length=80, required=False)
    conclusions = StrictListField(
        child=StrictCharField(max_bytes=MAX_CONTENT_BYTES), max_length=500
    )
    type = serializers.ChoiceField(choices=TYPES, required=False)
    metadata = JSONObjectField(required=False)


class ConclusionsView(OlderDoorView):
    """What a program thinks it knows."""

    capability = "observe"

    @described(
        operation="memoryd_conclusions",
        summary="Record conclusions, in MemoryD's shape",
        request=ConclusionsBody,
        data={
            "created": _LIST(child=serializers.CharField()),
            "record_ids": _LIST(child=serializers.CharField()),
            "rejected": _LIST(child=serializers.DictField()),
            "receipts": _LIST(child=serializers.DictField()),
        },
    )
    def post(self, request: Request) -> Response:
        """Records each for itself, in the name of the program that calls: never as a user's word."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = body_of(request, ConclusionsBody, at=at)
        texts = body["conclusions"]
        items = [conclusion(caller, body, text=text) for text in texts]
        results = observe_each(caller=caller, items=items, at=at, door=Door.COMPAT)
        rejected = [
            {"content": redacted(text), **rejection(result.problem)}
            for text, result in zip(texts, results, strict=True)
            if isinstance(result, Failed)
        ]
        receipts = shown(caller=caller, results=results)
        new = [one["observation"] for one in receipts if one["outcome"] == "accepted"]
        return self.answered(
            {
                "created": [handle(CONCLUSION, one["observation"]) for one in receipts],
                "record_ids": [handle(RECORD, one) for one in new],
                "rejected": rejected,
                "receipts": receipts,
            }
        )


def conclusion(caller: Caller, body: dict[str, Any], *, text: str) -> Contribution:
    """One conclusion as a contribution, named by what it says about whom.

    Its metadata (origin, session, author, whatever a mirror adds) stays a claim.
    """
    target, form = body.get("target", "user"), body.get("type")
    return contribution(
        caller=caller,
        body=body,
        claims={"target": target, "type": form, "metadata": body.get("metadata")},
        event_id=event_name("conclusion", text, target, form, body.get("repo")),
        kind=KIND_OF.get(form or "", "conclusion"),
        speaker_role=role_of(caller),
        content=text,
        subjects=subjects_of(body.get("repo")),
        labels=(f"target:{target}",),
    )
