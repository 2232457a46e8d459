"""GET /v1/sessions, GET /v1/sessions/{id} and GET /v1/sessions/{id}/turns."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_serializer,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.reading.sessions import SessionName, get_session, list_sessions
from provenance.services.reading.sessions_turns import MOST_LISTED, list_turns

from .caller import caller_of
from .examples_reading import SESSION
from .fields import StrictCharField
from .observation_body import ObservationShown, ProducerShown
from .pages import order_of, page_body, page_schema, turn_of
from .query import PageQuery, Query, asked

_PRODUCER: Any = {
    "max_length": 301,
    "required": False,
    "help_text": "`harness/instance`, where several producers use the same session id.",
}
_PRINCIPAL: Any = {
    "max_length": 100,
    "required": False,
    "help_text": "Whose session, where several principals use the same session id.",
}
_NAMED = OpenApiParameter(
    "session_id",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="What the host calls the session, slashes included, or its `ref`.",
)


class SessionQuery(Query):
    """Which of the sessions of this name."""

    producer = StrictCharField(**_PRODUCER)
    principal = StrictCharField(**_PRINCIPAL)


class TurnsQuery(PageQuery):
    """Which of the sessions of this name, and which page."""

    producer = StrictCharField(**_PRODUCER)
    principal = StrictCharField(**_PRINCIPAL)


@extend_schema_serializer(examples=[OpenApiExample("A session", value=SESSION)])
class SessionShown(serializers.Serializer):
    """A conversation, as far as the caller may see it."""

    id = serializers.CharField(help_text="What the host calls it.")
    ref = serializers.UUIDField(help_text="Its own id, unique in the workspace.")
    title = serializers.CharField(allow_null=True, help_text="The latest that came with a turn.")
    producer = ProducerShown()
    principal = serializers.CharField()
    turns = serializers.IntegerField(help_text="Its observations of every kind.")
    first_at = serializers.DateTimeField(allow_null=True, help_text="Null: no known event time.")
    last_at = serializers.DateTimeField(allow_null=True, help_text="Null: no known event time.")


class GapShown(serializers.Serializer):
    """Turn indexes that nothing bears, both ends included."""

    to = serializers.IntegerField()

    def get_fields(self) -> Any:
        """`from` is no name that Python allows an attribute."""
        return {"from": serializers.IntegerField(), **super().get_fields()}


class TurnPage(page_schema(ObservationShown, name="_TurnPage")):  # type: ignore[misc]
    """One page of turns, and what the whole session lacks or says twice."""

    gaps = GapShown(many=True, help_text=f"The first {MOST_LISTED}.")
    repeats: Any = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=f"Turn indexes of several events; the first {MOST_LISTED}.",
    )


class SessionsView(APIView):
    """The conversations."""

    capability = "recall"

    @extend_schema(
        operation_id="sessions_list",
        summary="List sessions",
        tags=["sessions"],
        parameters=[PageQuery],
        responses=page_schema(SessionShown, name="SessionPage"),
    )
    def get(self, request: Request) -> Response:
        """Those that came into the ledger last come first."""
        turn = turn_of(asked(request, PageQuery), of="sessions")
        page = list_sessions(caller=caller_of(request), turn=turn, at=datetime.now(UTC))
        return Response(page_body(request, page, of="sessions"))


class SessionView(APIView):
    """One of them."""

    capability = "recall"
    problem_statuses = (409,)

    @extend_schema(
        operation_id="sessions_get",
        summary="Read one session",
        tags=["sessions"],
        parameters=[SessionQuery, _NAMED],
        responses=SessionShown,
    )
    def get(self, request: Request, session_id: str) -> Response:
        """By the host's id or by its `ref`; several of one name are 409 `ambiguous_session`."""
        name = _name(session_id, asked(request, SessionQuery))
        return Response(get_session(caller=caller_of(request), name=name, at=datetime.now(UTC)))


class TurnsView(APIView):
    """What was said in it."""

    capability = "recall"
    problem_statuses = (409,)

    @extend_schema(
        operation_id="sessions_turns",
        summary="Read a session's turns",
        tags=["sessions"],
        parameters=[TurnsQuery, _NAMED],
        responses=TurnPage,
    )
    def get(self, request: Request, session_id: str) -> Response:
        """Observations of every kind by turn index, those without one last."""
        query = asked(request, TurnsQuery)
        order = order_of("turns", {**query, "session": session_id})
        thread = list_turns(
            caller=caller_of(request),
            name=_name(session_id, query),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
        )
        body = page_body(request, thread.page, of=order)
        return Response({**body, "gaps": thread.gaps, "repeats": thread.repeats})


def _name(session_id: str, query: Mapping[str, Any]) -> SessionName:
    return SessionName(
        id=session_id, producer=query.get("producer"), principal=query.get("principal")
    )
