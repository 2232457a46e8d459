"""The body of `POST /v1/observe`, and how it becomes a contribution."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from provenance.models.lineage_edge import RELATIONS
from provenance.models.observation import KINDS, SPEAKER_ROLES, WORK_STATES
from provenance.services.contributing.contribution import (
    Contribution,
    ForeignReference,
    LinkClaim,
    ProducerClaim,
    SubjectClaim,
)

from .closed import ClosedSerializer
from .fields import (
    IdField,
    InstantField,
    JSONObjectField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
)

MAX_CONTENT_BYTES = 65_536
_TELEMETRY = ("surface", "adapter", "adapter_version", "transport", "version")


class SessionBody(ClosedSerializer):
    """The conversation that the event belongs to."""

    id = StrictCharField(max_length=200)
    title = StrictCharField(max_length=500, required=False)
    turn_index = StrictIntegerField(min_value=0, required=False)


class SpeakerBody(ClosedSerializer):
    """Who is said to speak: a claim."""

    role = StrictChoiceField(choices=SPEAKER_ROLES)
    name = StrictCharField(max_length=200, required=False)


class SubjectBody(ClosedSerializer):
    """What the event is about."""

    kind = StrictCharField(max_length=50)
    key = StrictCharField(max_length=300)
    branch = StrictCharField(max_length=200, required=False)
    revision = StrictCharField(max_length=100, required=False)


class ExternalBody(ClosedSerializer):
    """A source outside the ledger."""

    system = StrictCharField(max_length=100)
    ref = StrictCharField(max_length=500)


class LinkBody(ClosedSerializer):
    """One lineage claim: exactly one of the four names of its source."""

    relation = StrictChoiceField(choices=RELATIONS)
    observation = IdField(required=False)
    event_id = StrictCharField(max_length=200, required=False)
    recall = IdField(required=False)
    external = ExternalBody(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses none and several."""
        named = [
            name for name in ("observation", "event_id", "recall", "external") if name in attrs
        ]
        if len(named) != 1:
            raise serializers.ValidationError("exactly one", code="exactly_one")
        return attrs


class ForeignBody(ClosedSerializer):
    """The event's name in another system."""

    system = StrictCharField(max_length=100)
    session = StrictCharField(max_length=200, required=False)
    id = StrictCharField(max_length=300)


class PartBody(ClosedSerializer):
    """Which part of a text that is longer than one event may be."""

    index = StrictIntegerField(min_value=0, max_value=9_999)
    of = StrictIntegerField(min_value=1, max_value=10_000)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses a part beyond the last."""
        if attrs["index"] >= attrs["of"]:
            raise serializers.ValidationError({"index": ["beyond"]}, code="out_of_range")
        return attrs


class ProducerBody(ClosedSerializer):
    """Harness and instance name the producer; the rest is telemetry."""

    harness = StrictCharField(max_length=100)
    instance = StrictCharField(max_length=200)
    surface = StrictCharField(max_length=100, required=False)
    adapter = StrictCharField(max_length=100, required=False)
    adapter_version = StrictCharField(max_length=50, required=False)
    transport = StrictCharField(max_length=50, required=False)
    version = StrictCharField(max_length=50, required=False)


class ObserveBody(ClosedSerializer):
    """One contributed event."""

    event_id = StrictCharField(max_length=200)
    session = SessionBody(required=False)
    kind = StrictChoiceField(choices=KINDS)
    speaker = SpeakerBody()
    content = StrictCharField(max_bytes=MAX_CONTENT_BYTES)
    observed_at = InstantField(required=False)
    valid_from = InstantField(required=False)
    valid_until = InstantField(required=False)
    subjects = StrictListField(child=SubjectBody(), max_length=20, required=False)
    lineage = StrictListField(child=LinkBody(), max_length=50, required=False)
    foreign = ForeignBody(required=False)
    work_state = StrictChoiceField(choices=WORK_STATES, required=False)
    labels = StrictListField(child=StrictCharField(max_length=100), max_length=20, required=False)
    part = PartBody(required=False)
    producer = ProducerBody(required=False)
    model = JSONObjectField(required=False)
    metadata = JSONObjectField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses what would have held until before it began to."""
        since, until = attrs.get("valid_from"), attrs.get("valid_until")
        if since is not None and until is not None and until < since:
            raise serializers.ValidationError({"valid_until": ["before"]}, code="invalid_time")
        return attrs


@extend_schema_field(ObserveBody(many=True))
class ObservationsField(StrictListField):
    """The items unread: one that is malformed must not refuse the others."""

    child = serializers.JSONField(allow_null=True)


class BatchBody(ClosedSerializer):
    """Events to record; each is read and judged for itself."""

    atomic = StrictBooleanField(required=False)
    observations = ObservationsField(max_length=500, min_length=1)


def contribution_from(body: dict[str, Any]) -> Contribution:
    """The contribution that a validated `ObserveBody` states."""
    session = body.get("session", {})
    speaker = body["speaker"]
    part = body.get("part")
    return Contribution(
        event_id=body["event_id"],
        kind=body["kind"],
        speaker_role=speaker["role"],
        speaker_name=speaker.get("name"),
        content=body["content"],
        session_id=session.get("id"),
        session_title=session.get("title"),
        turn_index=session.get("turn_index"),
        observed_at=body.get("observed_at"),
        valid_from=body.get("valid_from"),
        valid_until=body.get("valid_until"),
        subjects=tuple(SubjectClaim(**subject) for subject in body.get("subjects", ())),
        lineage=tuple(_link(link) for link in body.get("lineage", ())),
        foreign=ForeignReference(**body["foreign"]) if "foreign" in body else None,
        work_state=body.get("work_state"),
        labels=tuple(body.get("labels", ())),
        part=(part["index"], part["of"]) if part else None,
        producer=_producer(body["producer"]) if "producer" in body else None,
        model=body.get("model"),
        metadata=body.get("metadata", {}),
    )


def _link(link: dict[str, Any]) -> LinkClaim:
    external = link.get("external")
    return LinkClaim(
        relation=link["relation"],
        observation=link.get("observation"),
        event_id=link.get("event_id"),
        recall=link.get("recall"),
        external=(external["system"], external["ref"]) if external else None,
    )


def _producer(producer: dict[str, Any]) -> ProducerClaim:
    telemetry = {name: producer[name] for name in _TELEMETRY if name in producer}
    return ProducerClaim(
        harness=producer["harness"], instance=producer["instance"], telemetry=telemetry
    )
