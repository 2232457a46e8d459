"""GET /v1/conversations/recent."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.reading.conversations import RecentFilters, recent_conversations

from .caller import caller_of
from .examples_reading import CONVERSATIONS
from .fields import InstantField, StrictCharField, StrictChoiceField
from .query import Query, asked, limit_field


class RecentQuery(Query):
    """Which conversations."""

    limit = limit_field(default=20)
    since = InstantField(required=False, help_text="Event time, at or after.")
    session = StrictCharField(max_length=200, required=False, help_text="What the host calls it.")
    unknown_time = StrictChoiceField(
        choices=["include"], required=False, help_text="Lists turns of unknown time too, last."
    )


class ExchangeShown(serializers.Serializer):
    """A user's turn and the assistant's last text before the next one."""

    session = serializers.CharField(allow_null=True)
    turn_index = serializers.IntegerField(allow_null=True)
    q = serializers.CharField(allow_null=True, help_text="Null where it was erased.")
    a = serializers.CharField(allow_null=True, help_text="Null where nothing was answered.")
    created_at = serializers.DateTimeField(allow_null=True, help_text="Event time, or null.")
    observations: Any = serializers.ListField(child=serializers.UUIDField())


@extend_schema_serializer(examples=[OpenApiExample("One exchange", value=CONVERSATIONS)])
class RecentShown(serializers.Serializer):
    """The last exchanges, newest first."""

    results = ExchangeShown(many=True)
    unknown_time = serializers.IntegerField(help_text="User turns whose time is not known.")


class RecentConversationsView(APIView):
    """What people last asked."""

    capability = "recall"

    @extend_schema(
        operation_id="conversations_recent",
        summary="Read recent conversations",
        tags=["conversations"],
        parameters=[RecentQuery],
        responses=RecentShown,
    )
    def get(self, request: Request) -> Response:
        """By event time, newest first; withdrawn and withheld material is left out."""
        query = asked(request, RecentQuery)
        unknown = query.pop("unknown_time", None)
        filters = RecentFilters(**query, include_unknown_time=unknown is not None)
        return Response(
            recent_conversations(caller=caller_of(request), filters=filters, at=datetime.now(UTC))
        )
