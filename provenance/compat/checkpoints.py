"""POST /compat/memoryd/v1/checkpoints."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import StrictCharField, StrictListField
from provenance.problems import InvalidRequest, field_error
from provenance.services.contributing.admission import Door
from provenance.services.observe import observe
from provenance.services.receipts import shown

from .bodies import MAX_CONTENT_BYTES, OlderSessionBody, PairBody, RepoBody
from .contributions import contribution, event_name, role_of, subjects_of
from .door import OlderDoorView, body_of, described
from .handles import CHECKPOINT, handle

_LISTS = {
    "changed_files": "Changed files",
    "decisions": "Decisions",
    "blockers": "Blockers",
    "next_steps": "Next steps",
    "tests_run": "Tests run",
    "tests_not_run": "Tests not run",
}


def _lines() -> StrictListField:
    return StrictListField(child=StrictCharField(max_length=2000), max_length=200, required=False)


class CheckpointBody(PairBody):
    """Where a piece of work stands, as the program that does it reports."""

    repo = RepoBody(required=False)
    session = OlderSessionBody(required=False)
    summary = StrictCharField(max_bytes=MAX_CONTENT_BYTES)
    changed_files = _lines()
    decisions = _lines()
    blockers = _lines()
    next_steps = _lines()
    tests_run = _lines()
    tests_not_run = _lines()
    branch = StrictCharField(max_length=200, required=False)
    commit = StrictCharField(max_length=100, required=False)


class CheckpointsView(OlderDoorView):
    """Reported work."""

    capability = "observe"

    @described(
        operation="memoryd_checkpoints",
        summary="Record where work stands, in MemoryD's shape",
        request=CheckpointBody,
        data={
            "id": serializers.CharField(),
            "created_at": serializers.DateTimeField(),
            "receipt": serializers.DictField(),
        },
    )
    def post(self, request: Request) -> Response:
        """Records the whole as one text: reported work, which no caller can make verified."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = body_of(request, CheckpointBody, at=at)
        stated = {name: value for name, value in body.items() if name != "session"}
        new = contribution(
            caller=caller,
            body=body,
            claims={name: body.get(name) for name in ("branch", "commit")},
            event_id=event_name("checkpoint", stated),
            kind="checkpoint",
            speaker_role=role_of(caller),
            content=text_of(body),
            work_state="reported",
            subjects=subjects_of(
                body.get("repo"), branch=body.get("branch"), commit=body.get("commit")
            ),
        )
        observed = observe(caller=caller, contribution=new, at=at, door=Door.COMPAT)
        (receipt,) = shown(caller=caller, results=[observed])
        return self.answered(
            {
                "id": handle(CHECKPOINT, receipt["observation"]),
                "created_at": receipt["recorded_at"],
                "receipt": receipt,
            }
        )


def text_of(body: dict[str, Any]) -> str:
    """Summary and lists as one text. InvalidRequest where that is longer than a text may be."""
    text = "\n\n".join(_paragraphs(body))
    if len(text.encode()) > MAX_CONTENT_BYTES:
        raise InvalidRequest(errors=[field_error(pointer="/summary", code="too_long")])
    return text


def _paragraphs(body: dict[str, Any]) -> Iterator[str]:
    yield body["summary"]
    for name, heading in _LISTS.items():
        if lines := body.get(name):
            yield "\n".join([f"{heading}:", *(f"- {line}" for line in lines)])
