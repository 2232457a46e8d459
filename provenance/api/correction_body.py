"""The bodies of corrections: what is proposed and decided, and what is answered."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from provenance.models.correction import CORRECTION_KINDS, DECISIONS
from provenance.models.standing import STANDINGS
from provenance.services.correcting.correction_shape import STATES
from provenance.services.correcting.proposal import (
    KINDS,
    MAX_REASON,
    MAX_STATEMENT_BYTES,
    MAX_TARGETS,
    Proposal,
)

from .closed import ClosedSerializer
from .examples_corrections import CORRECTION, DECISION, PROPOSAL
from .fields import IdField, StrictCharField, StrictChoiceField, StrictListField
from .query import PageQuery
from .weighing_body import WeighingShown


@extend_schema_serializer(
    examples=[OpenApiExample("A correction", value=PROPOSAL, request_only=True)]
)
class ProposalBody(ClosedSerializer):
    """A proposed change of standing."""

    kind = StrictChoiceField(choices=KINDS)
    targets = StrictListField(
        child=IdField(), min_length=1, max_length=MAX_TARGETS, help_text="Observations."
    )
    statement = StrictCharField(
        required=False,
        max_bytes=MAX_STATEMENT_BYTES,
        help_text=(
            "What holds instead, or what is adopted: it becomes a fact. `correct` needs one; so "
            "does `adopt` of several; of one, its own words are adopted."
        ),
    )
    reason = StrictCharField(max_length=MAX_REASON)
    event_id = StrictCharField(max_length=200, help_text="Names the proposal for its proposer.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses a statement that is missing, and one that nothing would become of."""
        kind, statement = attrs["kind"], attrs.get("statement")
        adopts_many = kind == "adopt" and len(set(attrs["targets"])) > 1
        if statement is None and (kind == "correct" or adopts_many):
            raise serializers.ValidationError({"statement": ["needed"]}, code="required")
        if statement is not None and kind in ("withdraw", "restore"):
            raise serializers.ValidationError({"statement": ["no use"]}, code="invalid_value")
        return attrs


@extend_schema_serializer(examples=[OpenApiExample("Accept", value=DECISION, request_only=True)])
class DecisionBody(ClosedSerializer):
    """A person's decision."""

    decision = StrictChoiceField(choices=DECISIONS)
    note = StrictCharField(max_length=MAX_REASON, required=False, allow_blank=True)


class ReversalBody(ClosedSerializer):
    """Why it is taken back."""

    note = StrictCharField(max_length=MAX_REASON, required=False, allow_blank=True)


class CorrectionsQuery(PageQuery):
    """Filters are joined by AND."""

    state = StrictChoiceField(choices=STATES, required=False)
    kind = StrictChoiceField(choices=CORRECTION_KINDS, required=False)
    target = IdField(required=False, help_text="Those about this observation.")


class TargetShown(serializers.Serializer):
    """What it is about, and how that stands now."""

    observation = serializers.UUIDField()
    standing = serializers.ChoiceField(choices=STANDINGS)


class DecisionShown(serializers.Serializer):
    """What a person decided."""

    decision = serializers.ChoiceField(choices=DECISIONS)
    by = serializers.CharField()
    self_decided = serializers.BooleanField(help_text="By its proposer, the only reviewer.")
    note = serializers.CharField(allow_blank=True, allow_null=True)
    at = serializers.DateTimeField()


class ReversalShown(serializers.Serializer):
    """Who took it back."""

    by = serializers.CharField()
    note = serializers.CharField(allow_blank=True, allow_null=True)
    at = serializers.DateTimeField()


@extend_schema_serializer(
    examples=[OpenApiExample("Accepted", value=CORRECTION, response_only=True)]
)
class CorrectionShown(serializers.Serializer):
    """A proposed change of standing, and what became of it."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=CORRECTION_KINDS)
    state = serializers.ChoiceField(choices=STATES)
    targets: Any = TargetShown(many=True)
    statement = serializers.CharField(allow_null=True)
    reason = serializers.CharField(
        allow_null=True,
        help_text=(
            "Null, as statement, event id and notes are, where it is about something whose words "
            "are held back from the caller."
        ),
    )
    weighing: Any = WeighingShown(
        allow_null=True, help_text="What consolidation weighed; null for what others propose."
    )
    event_id = serializers.CharField(allow_null=True)
    digest = serializers.RegexField(r"^sha256:[0-9a-f]{64}$")
    observation = serializers.UUIDField(allow_null=True, help_text="The event that proposed it.")
    proposer = serializers.CharField()
    proposed_at = serializers.DateTimeField()
    decision: Any = DecisionShown(allow_null=True)
    reversal: Any = ReversalShown(allow_null=True)
    fact = serializers.UUIDField(allow_null=True, help_text="What its statement became.")


class CorrectionActed(CorrectionShown):
    """The same, as the answer to an act."""

    receipt = serializers.UUIDField(help_text="Of the proposal, the decision or the reversal.")


def proposal_from(body: dict[str, Any]) -> Proposal:
    """The proposal that a validated ProposalBody states; each target once, in its order."""
    return Proposal(**{**body, "targets": list(dict.fromkeys(body["targets"]))})
