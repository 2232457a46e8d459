"""GET /v1/themes and DELETE /v1/themes/{id}."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.api.caller import caller_of
from provenance.api.query import NoQuery, asked
from provenance.problems import NotFound
from recall.api.themes_body import ThemesProgressShown, ThemesQuery, ThemesShown
from recall.services.themes.ask import themes
from recall.services.themes.jobs import cancel

_RETRY_SECONDS = 2


class ThemesView(APIView):
    """What was talked about."""

    capability = "recall"
    problem_statuses = (429,)

    @extend_schema(
        operation_id="themes",
        summary="Tell what a window was about",
        description=(
            "Clusters what was said in a window of event time and holds now, by the vectors that "
            "recall uses. Only what the caller may recall is clustered, counted and named in labels. "
            "The first question for a window is answered 202, with its progress; ask the address in "
            "`Location` again after `Retry-After` seconds. The answer is kept, and is the same for the "
            "same turns. Where up to a tenth of the turns are newer than the answer that is kept, it "
            "is told with their number in `turns.newer`, and found anew meanwhile. Turns of fewer "
            "than four words, proven copies and documents are left out; of more than `turns.most` "
            "turns the newest are read."
        ),
        tags=["recall"],
        parameters=[ThemesQuery],
        responses={
            200: OpenApiResponse(ThemesShown, description="Found."),
            202: OpenApiResponse(ThemesProgressShown, description="Being found."),
        },
    )
    def get(self, request: Request) -> Response:
        """The themes, or how far they are."""
        query = asked(request, ThemesQuery)
        answer = themes(
            caller=caller_of(request),
            since=query.get("since"),
            until=query.get("until"),
            limit=query["limit"],
            at=datetime.now(UTC),
        )
        if answer.found:
            return Response(answer.body)
        headers = {"Location": request.get_full_path(), "Retry-After": str(_RETRY_SECONDS)}
        return Response(answer.body, status=202, headers=headers)


class ThemeRunView(APIView):
    """Themes that are being found, or were."""

    capability = "recall"

    @extend_schema(
        operation_id="themes_cancel",
        summary="Stop finding themes, or forget them",
        description="The caller's own: who asks for the same window begins anew.",
        tags=["recall"],
        parameters=[OpenApiParameter("run_id", UUID, OpenApiParameter.PATH)],
        responses={204: OpenApiResponse(description="Stopped and forgotten.")},
    )
    def delete(self, request: Request, run_id: UUID) -> Response:
        """Its worker stops within a second."""
        asked(request, NoQuery)
        if not cancel(caller=caller_of(request), run_id=run_id, at=datetime.now(UTC)):
            raise NotFound
        return Response(status=204)
