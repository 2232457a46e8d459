"""Subjects in MemoryD's shape: a name for what other observations are about."""

from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.fields import JSONObjectField, StrictCharField
from provenance.api.query import Query, asked
from provenance.problems import NotFound
from provenance.services.contributing.admission import Door
from provenance.services.contributing.contribution import SubjectClaim
from provenance.services.observe import observe
from provenance.services.reading.memoryd_shelf import Shelved, shelved
from provenance.services.receipts import shown
from provenance.services.times import instant

from .bodies import PairBody
from .contributions import contribution, event_name, role_of
from .door import OlderDoorView, body_of, check_pair, described
from .handles import SUBJECT, handle, observation_of

LABEL = "memoryd:subject"
_LIST = {"subjects": serializers.ListField(child=serializers.DictField())}


class NewSubjectBody(PairBody):
    """A subject to name."""

    subject_key = StrictCharField(max_length=300)
    kind = StrictCharField(max_length=50)
    display_name = StrictCharField(max_length=500)
    metadata = JSONObjectField(required=False)


class SubjectsQuery(Query):
    """Which subjects."""

    profile = StrictCharField(max_length=100)
    workspace = StrictCharField(max_length=200)
    kind = StrictCharField(max_length=50, required=False)


class SubjectQuery(Query):
    """One subject, by its key or its handle."""

    profile = StrictCharField(max_length=100)
    workspace = StrictCharField(max_length=200)
    subject_key = StrictCharField(max_length=300, required=False)
    id = StrictCharField(max_length=100, required=False)


class SubjectsView(OlderDoorView):
    """Names of things."""

    capability = "observe"

    @described(
        operation="memoryd_new_subject",
        summary="Name a subject, in MemoryD's shape",
        request=NewSubjectBody,
        data={"subject": serializers.DictField(), "created": serializers.BooleanField()},
    )
    def post(self, request: Request) -> Response:
        """Names it once: the same again is the first, the same key with another name a conflict."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = body_of(request, NewSubjectBody, at=at)
        new = contribution(
            caller=caller,
            body={},
            claims={"metadata": body.get("metadata")},
            event_id=event_name("subject", body["subject_key"]),
            kind="note",
            speaker_role=role_of(caller),
            content=body["display_name"],
            subjects=(SubjectClaim(kind=body["kind"], key=body["subject_key"]),),
            labels=(LABEL,),
        )
        observed = observe(caller=caller, contribution=new, at=at, door=Door.COMPAT)
        (receipt,) = shown(caller=caller, results=[observed])
        subject = _shape(
            handle(SUBJECT, receipt["observation"]),
            body,
            at=receipt["recorded_at"],
            **{name: body[name] for name in ("subject_key", "kind", "display_name")},
            metadata=body.get("metadata", {}),
        )
        return self.answered({"subject": subject, "created": not observed.duplicate})

    @described(
        operation="memoryd_subjects",
        summary="List subjects, in MemoryD's shape",
        parameters=[SubjectsQuery],
        data=_LIST,
    )
    def get(self, request: Request) -> Response:
        """The subjects that the caller may see, newest first; of one key, the first that was named."""
        at = datetime.now(UTC)
        query = asked(request, SubjectsQuery)
        check_pair(request, query, at=at)
        found = shelved(caller=caller_of(request), label=LABEL, kind=query.get("kind"), at=at)
        by_key = {one.subjects[0].key: one for one in found if one.subjects}
        return self.answered({"subjects": [represent(one, query) for one in by_key.values()]})


class SubjectView(OlderDoorView):
    """One of them."""

    capability = "recall"

    @described(
        operation="memoryd_subject",
        summary="Get a subject, in MemoryD's shape",
        parameters=[SubjectQuery],
        data={"subject": serializers.DictField()},
    )
    def get(self, request: Request) -> Response:
        """The subject of this key or handle."""
        at = datetime.now(UTC)
        query = asked(request, SubjectQuery)
        check_pair(request, query, at=at)
        found = shelved(
            caller=caller_of(request),
            label=LABEL,
            key=query.get("subject_key"),
            observation_id=observation_of(query.get("id", "")),
            at=at,
        )
        if not found or not (query.get("subject_key") or query.get("id")):
            raise NotFound
        return self.answered({"subject": represent(found[-1], query)})


def represent(one: Shelved, pair: dict[str, Any]) -> dict[str, Any]:
    """A subject as MemoryD shows it."""
    subject = one.subjects[0]
    return _shape(
        handle(SUBJECT, one.row.id),
        pair,
        at=instant(one.row.recorded_at),
        subject_key=subject.key,
        kind=subject.kind,
        display_name=one.text,
        metadata=one.claims.get("metadata", {}),
    )


def _shape(name: str, pair: dict[str, Any], *, at: str | None, **members: Any) -> dict[str, Any]:
    return {
        "id": name,
        "profile_id": pair["profile"],
        "workspace_id": pair["workspace"],
        "created_at": at,
        "updated_at": at,
        **members,
    }
