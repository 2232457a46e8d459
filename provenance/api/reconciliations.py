"""GET and POST /v1/reconciliations: plans about what is here already, and what is in them."""

from datetime import UTC, datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from provenance.services.importing.reading import get_import, list_imports, list_items
from provenance.services.reconciling.asked import RECONCILIATIONS, Asked
from provenance.services.reconciling.begin import begin_reconciliation

from .caller import caller_of
from .imports_body import ImportItemShown, ImportListed, ImportShown, ItemsQuery
from .pages import order_of, page_body, page_schema, turn_of
from .query import NoQuery, PageQuery, asked
from .reconciliations_body import ReconciliationBody


class ReconciliationsView(APIView):
    """Reconciliations, and the beginning of one."""

    capability = "reconcile"
    problem_statuses = {"POST": (429,)}

    @extend_schema(
        operation_id="reconciliations_list",
        summary="List reconciliations",
        tags=["reconciliations"],
        parameters=[PageQuery],
        responses=page_schema(ImportListed, name="ReconciliationPage"),
    )
    def get(self, request: Request) -> Response:
        """The newest first."""
        query = asked(request, PageQuery)
        order = order_of("reconciliations", query)
        page = list_imports(
            caller=caller_of(request),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
            of=RECONCILIATIONS,
        )
        return Response(page_body(request, page, of=order))

    @extend_schema(
        operation_id="reconciliations_begin",
        summary="Plan a reconciliation",
        description=(
            "Looks at what is here already, and changes nothing before a person applies the plan. "
            "Works in the background; ask for the reconciliation to see how far it is."
        ),
        tags=["reconciliations"],
        request=ReconciliationBody,
        responses={202: OpenApiResponse(ImportShown, description="Being planned.")},
    )
    def post(self, request: Request) -> Response:
        """The plan's id."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = ReconciliationBody(data=request.data)
        body.is_valid(raise_exception=True)
        plan = begin_reconciliation(caller=caller, asked=Asked(**body.validated_data), at=at)
        shown = get_import(caller=caller, plan_id=plan, at=at)
        where = reverse("reconciliation", args=[plan], request=request)
        return Response(shown, status=202, headers={"Location": where})


class ReconciliationView(APIView):
    """One reconciliation."""

    capability = "reconcile"

    @extend_schema(
        operation_id="reconciliations_get",
        summary="Read one reconciliation, its plan and its progress",
        tags=["reconciliations"],
        responses=ImportShown,
    )
    def get(self, request: Request, plan_id: UUID) -> Response:
        """As it is now."""
        asked(request, NoQuery)
        shown = get_import(
            caller=caller_of(request), plan_id=plan_id, at=datetime.now(UTC), of=RECONCILIATIONS
        )
        return Response(shown)


class ReconciliationItemsView(APIView):
    """What is in a plan."""

    capability = "reconcile"

    @extend_schema(
        operation_id="reconciliations_items",
        summary="List the items of a reconciliation",
        tags=["reconciliations"],
        parameters=[ItemsQuery],
        responses=page_schema(ImportItemShown, name="ReconciliationItemPage"),
    )
    def get(self, request: Request, plan_id: UUID) -> Response:
        """In the order in which they are applied."""
        query = asked(request, ItemsQuery)
        order = order_of(f"items of {plan_id}", query)
        page = list_items(
            caller=caller_of(request),
            plan_id=plan_id,
            disposition=query.get("disposition"),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
            of=RECONCILIATIONS,
        )
        return Response(page_body(request, page, of=order))
