"""POST /v1/erasures."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    extend_schema,
    extend_schema_serializer,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.erase import MOST, Erasal, Erasing, erase
from provenance.services.observe_batch import retried
from provenance.services.receipts import shown

from .caller import caller_of
from .closed import ClosedSerializer
from .examples_erasures import ERASURE, ERASURE_RECEIPT
from .fields import IdField, StrictCharField, StrictListField


@extend_schema_serializer(examples=[OpenApiExample("One", value=ERASURE, request_only=True)])
class ErasureBody(ClosedSerializer):
    """What is to be destroyed, and why."""

    observations = StrictListField(
        child=IdField(), min_length=1, max_length=MOST, help_text="Ids of observations."
    )
    reason = StrictCharField(
        min_length=1,
        max_length=500,
        help_text="Kept for good: say why, and repeat nothing of what is erased.",
    )
    event_id = StrictCharField(
        min_length=1, max_length=200, required=False, help_text="Makes a retry the same act."
    )


class DestroyedShown(serializers.Serializer):
    """How much lost its words."""

    contents = serializers.IntegerField(help_text="Texts with their titles and metadata.")
    questions = serializers.IntegerField(help_text="Questions of recalls that returned them.")
    statements = serializers.IntegerField(help_text="Wordings that stood on them alone.")
    facts = serializers.IntegerField(help_text="Facts that ended with their wording.")


@extend_schema_serializer(
    examples=[OpenApiExample("Done", value=ERASURE_RECEIPT, response_only=True)]
)
class ErasureReceiptBody(serializers.Serializer):
    """The receipt of an erasure. Nothing undoes it."""

    id = serializers.UUIDField()
    outcome = serializers.ChoiceField(choices=["accepted", "duplicate"])
    act = serializers.ChoiceField(choices=["erase"])
    recorded_at = serializers.DateTimeField()
    digest = serializers.RegexField(r"^sha256:[0-9a-f]{64}$", help_text="Of the request.")
    observations = serializers.ListField(child=serializers.UUIDField(), help_text="As asked.")
    copies = serializers.ListField(
        child=serializers.UUIDField(), help_text="Their proven copies, erased with them."
    )
    already = serializers.IntegerField(help_text="Of those asked for, erased before.")
    destroyed = DestroyedShown()
    irreversible = serializers.BooleanField()


class ErasuresView(APIView):
    """Destroying what was said."""

    capability = "administer"
    problem_statuses = (409, 422)

    @extend_schema(
        operation_id="erasures_erase",
        summary="Destroy what was said, for good",
        description=(
            "Content, titles, readings and stored questions of the observations and of their "
            "proven copies are destroyed; digest, lineage and receipts stay. The events are "
            "refused as `erased` (410) if they come again. The same words from elsewhere are not "
            "banned. Needs `administer` over all of them; any key will do whose principal holds it. "
            "It cannot be undone."
        ),
        tags=["erasures"],
        request=ErasureBody,
        responses={
            201: OpenApiResponse(ErasureReceiptBody, description="Done, and committed."),
            200: OpenApiResponse(ErasureReceiptBody, description="Here before: the first receipt."),
        },
    )
    def post(self, request: Request) -> Response:
        """Erases; the same `event_id` again returns the first receipt."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = ErasureBody(data=request.data)
        body.is_valid(raise_exception=True)
        erasing = erasing_from(body.validated_data)
        done: Erasal = retried(lambda: erase(caller=caller, erasing=erasing, at=at))
        (receipt,) = shown(caller=caller, results=[done])
        return Response(receipt, status=200 if done.duplicate else 201)


def erasing_from(data: dict[str, Any]) -> Erasing:
    """The request as the service takes it."""
    return Erasing(
        observations=list(dict.fromkeys(data["observations"])),
        reason=data["reason"],
        event_id=data.get("event_id"),
    )
