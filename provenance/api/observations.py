"""GET /v1/observations and GET /v1/observations/{id}."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.reading.observations import get_observation, list_observations

from .caller import caller_of
from .observation_body import ObservationRead, ObservationShown
from .observations_query import NEWEST_FIRST, ObservationsQuery, filters_from
from .pages import order_of, page_body, page_schema, turn_of
from .query import NoQuery, asked


class ObservationsView(APIView):
    """The ledger, as far as the caller may see it."""

    capability = "recall"

    @extend_schema(
        operation_id="observations_list",
        summary="List observations",
        tags=["observations"],
        parameters=[ObservationsQuery],
        responses=page_schema(ObservationShown, name="ObservationPage"),
    )
    def get(self, request: Request) -> Response:
        """Filtered, by event time, unknown times last; what is returned counts as shown."""
        query = asked(request, ObservationsQuery)
        order = order_of("observations", query)
        page = list_observations(
            caller=caller_of(request),
            filters=filters_from(query),
            turn=turn_of(query, of=order),
            newest_first=query["sort"] == NEWEST_FIRST,
            at=datetime.now(UTC),
        )
        return Response(page_body(request, page, of=order))


class ObservationView(APIView):
    """One of them."""

    capability = "recall"

    @extend_schema(
        operation_id="observations_get",
        summary="Read one observation",
        tags=["observations"],
        responses=ObservationRead,
    )
    def get(self, request: Request, observation_id: UUID) -> Response:
        """With its source, its times, its lineage and what stands behind it."""
        asked(request, NoQuery)
        return Response(
            get_observation(
                caller=caller_of(request), observation_id=observation_id, at=datetime.now(UTC)
            )
        )
