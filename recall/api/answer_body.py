"""The shape of an answer, for the schema."""

from typing import Any

from rest_framework import serializers

from provenance.api.fact_body import FactShown

INTEGER = serializers.IntegerField


class RouteBody(serializers.Serializer):
    """Where the question went, and why."""

    intent = serializers.CharField()
    residents = serializers.ListField(child=serializers.CharField())
    cost_tier = serializers.CharField()
    reason = serializers.CharField()


class OmittedBody(serializers.Serializer):
    """What was left out, counted; only what the caller may know exists."""

    budget = INTEGER()
    below_threshold = INTEGER()
    withdrawn = INTEGER()
    superseded = INTEGER()
    withheld = INTEGER()
    duplicate = INTEGER()
    pending_embedding = INTEGER()


class BudgetBody(serializers.Serializer):
    """Tokens allowed and used, by the stated tokenizer."""

    tokens = INTEGER()
    used = INTEGER()
    tokenizer = serializers.CharField()


class IndexBody(serializers.Serializer):
    """The state of the index that answered."""

    embedder = serializers.CharField(allow_null=True)
    degraded = serializers.BooleanField()
    pending = INTEGER()


class FactRecalled(FactShown):
    """A fact; one that is too long for the budget alone is cut."""

    truncated = serializers.BooleanField(required=False)


class AnswerBody(serializers.Serializer):
    """Facts are promoted by people; episodic items are attributed evidence."""

    id = serializers.UUIDField()
    route = RouteBody()
    facts: Any = FactRecalled(many=True)
    episodic = serializers.ListField(child=serializers.DictField())
    unresolved = serializers.ListField(child=serializers.DictField())
    ambiguous_subjects = serializers.ListField(child=serializers.DictField())
    omitted = OmittedBody()
    abstained = serializers.BooleanField()
    abstention_reason = serializers.CharField(allow_null=True)
    budget = BudgetBody()
    index = IndexBody()
    authority = serializers.ChoiceField(choices=["none"])
    explain = serializers.DictField(required=False)
