"""The shape of facts in answers, for the schema."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from provenance.models.fact import FACT_STANDINGS
from provenance.models.observation import ADMITTED_AS
from provenance.models.standing import STANDINGS

from .examples_corrections import FACT
from .fields import StrictChoiceField
from .observations_query import SubjectField, WordsField
from .query import PageQuery


class FactSupportShown(serializers.Serializer):
    """How many people stand behind it, counted over the whole workspace."""

    independent = serializers.IntegerField()
    confirmations = serializers.IntegerField()
    listed = serializers.IntegerField()
    observations: Any = serializers.ListField(child=serializers.UUIDField())


@extend_schema_serializer(examples=[OpenApiExample("A fact", value=FACT)])
class FactShown(serializers.Serializer):
    """A statement that a person promoted, and what it stands on."""

    id = serializers.UUIDField()
    statement = serializers.CharField()
    standing = serializers.ChoiceField(choices=FACT_STANDINGS)
    support: Any = FactSupportShown()
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_until = serializers.DateTimeField(allow_null=True)
    decided_by = serializers.CharField()
    decided_at = serializers.DateTimeField()


class EvidenceShown(serializers.Serializer):
    """One observation that a fact stands on, as it stands now."""

    observation = serializers.UUIDField()
    admitted_as = serializers.ChoiceField(choices=ADMITTED_AS)
    standing = serializers.ChoiceField(choices=STANDINGS)


class FactStandingShown(serializers.Serializer):
    """A change of a fact's standing."""

    standing = serializers.ChoiceField(choices=FACT_STANDINGS)
    reason = serializers.CharField()
    by = serializers.CharField()
    correction = serializers.UUIDField(allow_null=True, help_text="Whose decision changed it.")
    at = serializers.DateTimeField()


class FactConfirmationShown(serializers.Serializer):
    """Another act of a person that states the same of the same evidence."""

    by = serializers.CharField()
    at = serializers.DateTimeField()
    correction = serializers.UUIDField(
        allow_null=True, help_text="The proposal that they accepted."
    )
    adoption = serializers.UUIDField(
        allow_null=True, help_text="Their turn, where you may see that."
    )


@extend_schema_serializer(examples=[])
class FactWithHistory(FactShown):
    """A fact, how it came to be, and how it stood over time."""

    correction = serializers.UUIDField(allow_null=True, help_text="The proposal that made it.")
    adoption = serializers.UUIDField(
        allow_null=True, help_text="The person's turn that made it, where you may see that."
    )
    confirmations: Any = FactConfirmationShown(
        many=True, help_text="The oldest first. The fact holds while any of its acts does."
    )
    evidence: Any = EvidenceShown(many=True)
    history: Any = FactStandingShown(many=True, help_text="The oldest first.")


class FactsQuery(PageQuery):
    """Filters are joined by AND."""

    standing = StrictChoiceField(choices=FACT_STANDINGS, required=False)
    subject = SubjectField(
        max_length=351, required=False, help_text="`kind:key` of its evidence, exactly."
    )
    q = WordsField(
        max_length=200, required=False, help_text="It states every one of these words, in any case."
    )
