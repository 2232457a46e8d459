"""GET /v1/facts and GET /v1/facts/{id}."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.reading.facts import FactFilters, get_fact, list_facts

from .caller import caller_of
from .fact_body import FactShown, FactsQuery, FactWithHistory
from .pages import order_of, page_body, page_schema, turn_of
from .query import NoQuery, asked


class FactsView(APIView):
    """What people promoted."""

    capability = "recall"

    @extend_schema(
        operation_id="facts_list",
        summary="List facts",
        tags=["facts"],
        parameters=[FactsQuery],
        responses=page_schema(FactShown, name="FactPage"),
    )
    def get(self, request: Request) -> Response:
        """The latest first; those whose evidence the caller may see, all of it."""
        query = asked(request, FactsQuery)
        order = order_of("facts", query)
        page = list_facts(
            caller=caller_of(request),
            filters=FactFilters(
                standing=query.get("standing"), subject=query.get("subject"), q=query.get("q", ())
            ),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
        )
        return Response(page_body(request, page, of=order))


class FactView(APIView):
    """One of them."""

    capability = "recall"

    @extend_schema(
        operation_id="facts_get",
        summary="Read one fact",
        tags=["facts"],
        responses=FactWithHistory,
    )
    def get(self, request: Request, fact_id: UUID) -> Response:
        """With what it stands on, who decided, and how it stood over time."""
        asked(request, NoQuery)
        return Response(get_fact(caller=caller_of(request), fact_id=fact_id, at=datetime.now(UTC)))
