"""What people do with an import: send it, apply it, stop it, go on with it, take it back."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.importing.asking import (
    ask_to_apply,
    ask_to_go_on,
    ask_to_roll_back,
    cancel,
)
from provenance.services.importing.reading import get_import
from provenance.services.importing.uploading import receive
from provenance.services.reconciling.asked import IMPORTS

from .caller import caller_of
from .imports_body import ApplyBody, ContentQuery, ImportShown
from .query import NoQuery, asked


class OctetsParser(BaseParser):
    """Leaves the body where it is: it is read in pieces, and never held in memory."""

    media_type = "application/octet-stream"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The stream itself."""
        return stream


class ContentView(APIView):
    """The bytes of a file that was announced."""

    capability = "reconcile"
    problem_statuses = (409, 410, 413, 422, 507)
    parser_classes = (OctetsParser,)

    @extend_schema(
        operation_id="imports_content",
        summary="Send a piece of the file",
        description=(
            "Appends the body at `offset`, which has to be where the file ends by now: after a "
            "connection was lost, `progress.done` of the import says where to go on. The last "
            "piece begins the plan."
        ),
        tags=["imports"],
        parameters=[ContentQuery],
        request={"application/octet-stream": OpenApiTypes.BINARY},
        responses=ImportShown,
    )
    def patch(self, request: Request, plan_id: UUID) -> Response:
        """How much is here now."""
        at, caller = datetime.now(UTC), caller_of(request)
        query = asked(request, ContentQuery)
        stream: Any = request.data
        receive(caller=caller, upload_id=plan_id, offset=query["offset"], body=stream, at=at)
        return Response(get_import(caller=caller, plan_id=plan_id, at=at))


class ApplyView(APIView):
    """A plan put into effect."""

    capability = "reconcile"
    problem_statuses = (409, 410)
    family = IMPORTS

    @extend_schema(
        operation_id="imports_apply",
        summary="Apply a plan, or some of its items",
        description=(
            "Works in the background; ask for the import to see how far it is. Each item is applied "
            "once, however often this is asked. What a correction has overtaken since the plan was "
            "made is not applied, and reported `stale`."
        ),
        tags=["imports"],
        request=ApplyBody,
        responses={202: OpenApiResponse(ImportShown, description="Queued.")},
    )
    def post(self, request: Request, plan_id: UUID) -> Response:
        """Queues it."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = ApplyBody(data=request.data)
        body.is_valid(raise_exception=True)
        ask_to_apply(
            caller=caller,
            plan_id=plan_id,
            only=body.validated_data.get("items"),
            but=body.validated_data.get("exclude", ()),
            at=at,
            of=self.family,
        )
        return Response(get_import(caller=caller, plan_id=plan_id, at=at), status=202)


def _described(name: str, summary: str, meaning: str) -> Any:
    return extend_schema(
        operation_id=f"imports_{name}",
        summary=summary,
        description=meaning,
        tags=["imports"],
        request=None,
        responses={202: OpenApiResponse(ImportShown, description="Asked for.")},
    )


class CancelView(APIView):
    """Planning or applying, stopped."""

    capability = "reconcile"
    problem_statuses = (409,)
    family = IMPORTS

    @_described(
        "cancel",
        "Stop planning or applying",
        "What is committed stays, and `resume` goes on from there.",
    )
    def post(self, request: Request, plan_id: UUID) -> Response:
        """Stops it."""
        return _ask(cancel, request, plan_id, of=self.family)


class ResumeView(APIView):
    """What was stopped, taken up."""

    capability = "reconcile"
    problem_statuses = (409, 410)
    family = IMPORTS

    @_described(
        "resume", "Go on with what was cancelled or has failed", "From exactly where it was."
    )
    def post(self, request: Request, plan_id: UUID) -> Response:
        """Goes on with it."""
        return _ask(ask_to_go_on, request, plan_id, of=self.family)


class RollbackView(APIView):
    """A plan's effect, taken back."""

    capability = "reconcile"
    problem_statuses = (409,)
    family = IMPORTS

    @_described(
        "rollback",
        "Take back what a plan admitted",
        "Withdraws exactly what the plan admitted, keeps the trail, and reports what later acts "
        "made of it. What was here before stays as it was, also where the import brought a copy.",
    )
    def post(self, request: Request, plan_id: UUID) -> Response:
        """Takes it back."""
        return _ask(ask_to_roll_back, request, plan_id, of=self.family)


def _ask(ask: Callable[..., None], request: Request, plan_id: UUID, *, of: str) -> Response:
    asked(request, NoQuery)
    at, caller = datetime.now(UTC), caller_of(request)
    ask(caller=caller, plan_id=plan_id, at=at, of=of)
    return Response(get_import(caller=caller, plan_id=plan_id, at=at), status=202)
