"""POST /v1/observations/{id}/release."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.release import release

from .caller import caller_of
from .closed import ClosedSerializer
from .fields import StrictCharField
from .receipt_body import ReleaseReceiptBody


class ReleaseBody(ClosedSerializer):
    """Why it may be recalled."""

    reason = StrictCharField(max_length=500)


class ReleaseView(APIView):
    """A person admits what screening held back."""

    capability = "review"
    problem_statuses = (409, 422)

    @extend_schema(
        operation_id="observations_release",
        summary="Release an observation from quarantine",
        tags=["observations"],
        request=ReleaseBody,
        responses=ReleaseReceiptBody,
        examples=[
            OpenApiExample(
                "A false alarm",
                value={"reason": "A runbook that quotes an attack."},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, observation_id: UUID) -> Response:
        """It is recallable from the commit on. 404 for what your review grants do not reach."""
        body = ReleaseBody(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(
            release(
                caller=caller_of(request),
                observation_id=observation_id,
                reason=body.validated_data["reason"],
                at=datetime.now(UTC),
            )
        )
