"""What a proposal of consolidation was weighed from, for the schema."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from .examples_corrections import WEIGHING

AGAINST = ("polarity", "number")
CONFLICTS = ("contradiction", "foreign_conflict")


class WeighedShown(serializers.Serializer):
    """One observation, and how much stood behind it when it was weighed."""

    observation = serializers.UUIDField()
    independent = serializers.IntegerField()
    confirmations = serializers.IntegerField()
    listed = serializers.IntegerField()


class AgainstShown(serializers.Serializer):
    """One observation that speaks against it by its words."""

    observation = serializers.UUIDField()
    why = serializers.ChoiceField(choices=AGAINST)


class ConflictShown(serializers.Serializer):
    """One that is at odds with a member, and waits for a person's look."""

    observation = serializers.UUIDField()
    why = serializers.ChoiceField(choices=CONFLICTS)


class WordingShown(serializers.Serializer):
    """Whose words the statement is in."""

    by = serializers.ChoiceField(choices=("medoid", "model"))
    model = serializers.CharField(allow_null=True)
    observation = serializers.UUIDField(allow_null=True, help_text="Which said it so.")


@extend_schema_serializer(examples=[OpenApiExample("A weighing", value=WEIGHING)])
class WeighingShown(serializers.Serializer):
    """What stood for and against it, as of the proposal, as far as the caller may see it."""

    by = serializers.ChoiceField(choices=("consolidation",))
    independent = serializers.IntegerField(help_text="People behind all targets together.")
    wording: Any = WordingShown()
    support: Any = WeighedShown(
        many=True,
        help_text="The targets: they say the statement's words, or a model's words rest on them.",
    )
    alike: Any = WeighedShown(many=True, help_text="Other words. No fact would stand on them.")
    counter_evidence: Any = AgainstShown(many=True)
    conflicts: Any = ConflictShown(many=True)
    left_out = serializers.IntegerField(help_text="Members that were not weighed.")
    hidden = serializers.IntegerField(help_text="Observations that the caller may not see.")
