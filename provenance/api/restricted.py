"""GET /v1/restricted."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.restricted import list_restricted

from .caller import caller_of
from .observation_body import ObservationShown
from .pages import page_body, page_schema, turn_of
from .query import PageQuery, asked

_ORDER = "restricted"


class RestrictedView(APIView):
    """The restricted lane, for those who review it."""

    capability = "review"

    @extend_schema(
        operation_id="restricted_list",
        summary="List the restricted lane",
        tags=["observations"],
        parameters=[PageQuery],
        responses=page_schema(ObservationShown, name="RestrictedPage"),
    )
    def get(self, request: Request) -> Response:
        """Newest event first, unknown times last. Each reading is on record."""
        query = asked(request, PageQuery)
        page = list_restricted(
            caller=caller_of(request), turn=turn_of(query, of=_ORDER), at=datetime.now(UTC)
        )
        return Response(page_body(request, page, of=_ORDER))
