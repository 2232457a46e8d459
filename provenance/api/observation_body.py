"""The shape of observations in answers, for the schema."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from provenance.models.likeness import PAIR_KINDS
from provenance.models.lineage_edge import RELATIONS
from provenance.models.observation import (
    ADMISSIONS,
    ADMITTED_AS,
    KINDS,
    SPEAKER_ROLES,
    TIME_BASES,
    WORK_STATES,
)
from provenance.models.standing import STANDINGS

from .examples_reading import OBSERVATION


class ProducerShown(serializers.Serializer):
    """Harness and instance."""

    harness = serializers.CharField()
    instance = serializers.CharField()


class ProducerOfSource(serializers.Serializer):
    """Harness and instance; null where the words are held back from the caller."""

    harness = serializers.CharField(allow_null=True)
    instance = serializers.CharField(allow_null=True)


class SpeakerShown(serializers.Serializer):
    """Who spoke, as the contributor says."""

    role = serializers.ChoiceField(choices=SPEAKER_ROLES)
    name = serializers.CharField(allow_null=True)


class SessionOfSource(serializers.Serializer):
    """The conversation that it was said in, and where."""

    id = serializers.CharField(
        allow_null=True,
        help_text="What the host calls it. Null where the words are held back from the caller.",
    )
    title = serializers.CharField(allow_null=True)
    turn_index = serializers.IntegerField(allow_null=True)


class SourceShown(serializers.Serializer):
    """Where it came from."""

    principal = serializers.CharField()
    producer = ProducerOfSource()
    session = SessionOfSource(allow_null=True)
    event_id = serializers.CharField(
        allow_null=True, help_text="Null where the words are held back from the caller."
    )


class TimesShown(serializers.Serializer):
    """Event, recording and valid time. An unknown time is null."""

    observed_at = serializers.DateTimeField(allow_null=True)
    basis = serializers.ChoiceField(choices=TIME_BASES)
    recorded_at = serializers.DateTimeField()
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_until = serializers.DateTimeField(allow_null=True)


class SupportShown(serializers.Serializer):
    """How many people stand behind it; listed evidence has weight 0."""

    independent = serializers.IntegerField()
    confirmations = serializers.IntegerField()
    listed = serializers.IntegerField()


class ExternalShown(serializers.Serializer):
    """A source that is kept elsewhere."""

    system = serializers.CharField()
    ref = serializers.CharField()


class LinkShown(serializers.Serializer):
    """One source, by exactly one of its names."""

    relation = serializers.ChoiceField(choices=RELATIONS)
    state = serializers.ChoiceField(choices=["resolved", "unresolved"])
    observation = serializers.UUIDField(required=False)
    event_id = serializers.CharField(
        required=False, allow_null=True, help_text="Awaited in the same session."
    )
    recall = serializers.UUIDField(required=False, help_text="What this recall returned.")
    external = ExternalShown(required=False)


class UnresolvedShown(serializers.Serializer):
    """Another observation that is alike or at odds, until a person decides."""

    kind = serializers.ChoiceField(choices=PAIR_KINDS)
    observation = serializers.UUIDField()


class SubjectShown(serializers.Serializer):
    """What it is about."""

    kind = serializers.CharField()
    key = serializers.CharField()
    branch = serializers.CharField(allow_null=True)
    revision = serializers.CharField(allow_null=True)


@extend_schema_serializer(examples=[OpenApiExample("A turn", value=OBSERVATION)])
class ObservationShown(serializers.Serializer):
    """Attributed evidence: what was said, by whom, and what stands behind it."""

    id = serializers.UUIDField()
    observation = serializers.UUIDField(help_text="The same id, as recall's items name it.")
    kind = serializers.ChoiceField(choices=KINDS)
    content = serializers.CharField(
        allow_null=True,
        help_text=(
            "Null where it was erased, and where it is held back (`admission` is not `admitted`) "
            "from callers without a `review` grant over it: they see none of its words."
        ),
    )
    erased = serializers.BooleanField(help_text="Its content was destroyed for good.")
    truncated = serializers.BooleanField()
    speaker: Any = SpeakerShown()
    admitted_as = serializers.ChoiceField(choices=ADMITTED_AS)
    admission = serializers.ChoiceField(choices=ADMISSIONS)
    standing = serializers.ChoiceField(choices=STANDINGS)
    work_state = serializers.ChoiceField(choices=WORK_STATES, allow_null=True)
    labels: Any = serializers.ListField(child=serializers.CharField())
    subjects: Any = SubjectShown(many=True)
    source: Any = SourceShown()
    times: Any = TimesShown()
    ceiling = serializers.ChoiceField(
        choices=ADMITTED_AS,
        help_text="The lowest class among it and what it is derived from: the most it counts for.",
    )
    support: Any = SupportShown()
    lineage: Any = LinkShown(many=True)
    unresolved: Any = UnresolvedShown(many=True)


class ForeignShown(serializers.Serializer):
    """Its name in another system."""

    system = serializers.CharField()
    session = serializers.CharField(allow_null=True)
    id = serializers.CharField()


class PartShown(serializers.Serializer):
    """Which part of a longer text it is."""

    index = serializers.IntegerField()
    of = serializers.IntegerField()


class ObservationRead(ObservationShown):
    """One observation read by itself: also what else its contributor sent."""

    digest = serializers.CharField()
    foreign: Any = ForeignShown(allow_null=True)
    part: Any = PartShown(allow_null=True)
    model: Any = serializers.DictField(allow_null=True)
    metadata: Any = serializers.DictField(allow_null=True)
