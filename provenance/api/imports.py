"""GET and POST /v1/imports: plans, and what is in them."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from provenance.services.importing.reading import get_import, list_imports, list_items
from provenance.services.importing.records import AUTO
from provenance.services.importing.uploading import begin_upload
from provenance.services.reconciling.asked import IMPORTS

from .caller import caller_of
from .imports_body import ImportBody, ImportItemShown, ImportListed, ImportShown, ItemsQuery
from .pages import order_of, page_body, page_schema, turn_of
from .query import NoQuery, PageQuery, asked


class ImportsView(APIView):
    """Imports, and the beginning of one."""

    capability = "reconcile"
    problem_statuses = {"POST": (422, 507)}

    @extend_schema(
        operation_id="imports_list",
        summary="List imports",
        tags=["imports"],
        parameters=[PageQuery],
        responses=page_schema(ImportListed, name="ImportPage"),
    )
    def get(self, request: Request) -> Response:
        """The newest first. Files that are still being sent are not in it."""
        query = asked(request, PageQuery)
        order = order_of("imports", query)
        turn = turn_of(query, of=order)
        page = list_imports(caller=caller_of(request), turn=turn, at=datetime.now(UTC), of=IMPORTS)
        return Response(page_body(request, page, of=order))

    @extend_schema(
        operation_id="imports_begin",
        summary="Announce a file to import",
        description=(
            "Needs `reconcile` and `observe`. Send its bytes to `/v1/imports/{id}/content`, in as "
            "many pieces as you like. Once all are here the plan is made; nothing is admitted "
            "before it is applied."
        ),
        tags=["imports"],
        request=ImportBody,
        responses={201: OpenApiResponse(ImportShown, description="Send the bytes now.")},
    )
    def post(self, request: Request) -> Response:
        """The id that the plan will have."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = ImportBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        upload = begin_upload(
            caller=caller,
            name=given["name"],
            size=given["size"],
            form=given.get("format", AUTO),
            zone=given.get("assume_zone"),
            digest=given.get("sha256"),
            at=at,
        )
        shown = get_import(caller=caller, plan_id=upload, at=at)
        where = reverse("import", args=[upload], request=request)
        return Response(shown, status=201, headers={"Location": where})


class ImportView(APIView):
    """One import."""

    capability = "reconcile"

    @extend_schema(
        operation_id="imports_get",
        summary="Read one import, its plan and its progress",
        tags=["imports"],
        responses=ImportShown,
    )
    def get(self, request: Request, plan_id: UUID) -> Response:
        """As it is now."""
        asked(request, NoQuery)
        return Response(
            get_import(caller=caller_of(request), plan_id=plan_id, at=datetime.now(UTC), of=IMPORTS)
        )


class ImportItemsView(APIView):
    """What is in a plan."""

    capability = "reconcile"

    @extend_schema(
        operation_id="imports_items",
        summary="List the items of a plan",
        tags=["imports"],
        parameters=[ItemsQuery],
        responses=page_schema(ImportItemShown, name="ImportItemPage"),
    )
    def get(self, request: Request, plan_id: UUID) -> Response:
        """In the order of the source."""
        query = asked(request, ItemsQuery)
        order = order_of(f"items of {plan_id}", query)
        page = list_items(
            caller=caller_of(request),
            plan_id=plan_id,
            disposition=query.get("disposition"),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
            of=IMPORTS,
        )
        return Response(page_body(request, page, of=order))
