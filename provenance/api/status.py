"""GET /v1/status."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.reading.status import status

from .caller import caller_of
from .query import NoQuery, asked


class PendingShown(serializers.Serializer):
    """Observations that an index does not hold yet."""

    lexical = serializers.IntegerField()
    semantic = serializers.IntegerField()


class StatusShown(serializers.Serializer):
    """Counts over what the caller may see."""

    observations = serializers.IntegerField()
    sessions = serializers.IntegerField()
    pending = PendingShown()


class StatusView(APIView):
    """How much is here."""

    capability = "recall"

    @extend_schema(
        operation_id="status",
        summary="Count what is here, and what is still to be indexed",
        tags=["status"],
        responses=StatusShown,
    )
    def get(self, request: Request) -> Response:
        """Counts over what the caller may see, and nothing beyond."""
        asked(request, NoQuery)
        return Response(status(caller=caller_of(request), at=datetime.now(UTC)))
