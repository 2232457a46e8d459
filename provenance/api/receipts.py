"""GET /v1/receipts/{id} and GET /v1/receipts?event_id=&session=."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.reading.receipts_of import MOST_FOUND, find_receipts, get_receipt

from .caller import caller_of
from .fields import StrictCharField
from .query import NoQuery, Query, asked
from .receipt_body import ReceiptBody


class ReceiptsQuery(Query):
    """Whose receipt is looked for."""

    event_id = StrictCharField(max_length=200)
    session = StrictCharField(
        max_length=200,
        required=False,
        help_text="What the host calls it. Left out: all sessions, and none.",
    )


class ReceiptsFound(serializers.Serializer):
    """The caller's own receipts of the event; an unknown event has none."""

    results = ReceiptBody(many=True, help_text=f"Newest first, at most {MOST_FOUND}.")


class ReceiptsView(APIView):
    """For an event whose reply was lost."""

    capability = "observe"

    @extend_schema(
        operation_id="receipts_find",
        summary="Find the receipt of an event",
        tags=["receipts"],
        parameters=[ReceiptsQuery],
        responses=ReceiptsFound,
    )
    def get(self, request: Request) -> Response:
        """Own receipts alone. None found: the write is not saved, send it again."""
        query = asked(request, ReceiptsQuery)
        found = find_receipts(
            caller=caller_of(request),
            event_id=query["event_id"],
            session=query.get("session"),
            at=datetime.now(UTC),
        )
        return Response({"results": found})


class ReceiptView(APIView):
    """One receipt."""

    capability = "observe"

    @extend_schema(
        operation_id="receipts_get",
        summary="Read one receipt",
        tags=["receipts"],
        responses=ReceiptBody,
    )
    def get(self, request: Request, receipt_id: UUID) -> Response:
        """Own receipts alone; standing and `recallable` are as of now."""
        asked(request, NoQuery)
        caller = caller_of(request)
        return Response(get_receipt(caller=caller, receipt_id=receipt_id, at=datetime.now(UTC)))
