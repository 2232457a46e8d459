"""GET and POST /v1/corrections, and what people do with one."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.services.decide import decide
from provenance.services.observe_batch import retried
from provenance.services.propose import propose
from provenance.services.reading.corrections import (
    CorrectionFilters,
    get_correction,
    list_corrections,
)
from provenance.services.revert import revert

from .caller import caller_of
from .correction_body import (
    CorrectionActed,
    CorrectionShown,
    CorrectionsQuery,
    DecisionBody,
    ProposalBody,
    ReversalBody,
    proposal_from,
)
from .pages import order_of, page_body, page_schema, turn_of
from .query import NoQuery, asked


class CorrectionsView(APIView):
    """Proposals, and what was decided about them."""

    capability = "recall"
    problem_statuses = {"POST": (409, 410, 422)}

    @extend_schema(
        operation_id="corrections_list",
        summary="List corrections",
        tags=["corrections"],
        parameters=[CorrectionsQuery],
        responses=page_schema(CorrectionShown, name="CorrectionPage"),
    )
    def get(self, request: Request) -> Response:
        """The latest first: those whose every target the caller may see, and own proposals."""
        query = asked(request, CorrectionsQuery)
        order = order_of("corrections", query)
        narrowed = {name: query.get(name) for name in ("state", "kind", "target")}
        page = list_corrections(
            caller=caller_of(request),
            filters=CorrectionFilters(**narrowed),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
        )
        return Response(page_body(request, page, of=order))

    @extend_schema(
        operation_id="corrections_propose",
        summary="Propose a change of standing",
        description=(
            "Needs `propose` over every target. Nothing changes until a person decides. What is "
            "held back is not adopted (409 `held_back`), what was erased makes no fact (410)."
        ),
        tags=["corrections"],
        request=ProposalBody,
        responses={
            201: OpenApiResponse(CorrectionActed, description="New: state `proposed`."),
            200: OpenApiResponse(CorrectionActed, description="Here before: the first receipt."),
        },
    )
    def post(self, request: Request) -> Response:
        """Stores the proposal; the same event again returns the first."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = ProposalBody(data=request.data)
        body.is_valid(raise_exception=True)
        proposal = proposal_from(body.validated_data)
        done = retried(lambda: propose(caller=caller, proposal=proposal, at=at))
        return Response(_acted(done), status=200 if done.duplicate else 201)


class CorrectionView(APIView):
    """One correction."""

    capability = "recall"

    @extend_schema(
        operation_id="corrections_get",
        summary="Read one correction",
        tags=["corrections"],
        responses=CorrectionShown,
    )
    def get(self, request: Request, correction_id: UUID) -> Response:
        """As it is now."""
        asked(request, NoQuery)
        caller = caller_of(request)
        return Response(
            get_correction(caller=caller, correction_id=correction_id, at=datetime.now(UTC))
        )


class DecideView(APIView):
    """A person's decision on one."""

    capability = "review"
    problem_statuses = (409, 410, 422)

    @extend_schema(
        operation_id="corrections_decide",
        summary="Accept or reject a correction",
        tags=["corrections"],
        request=DecisionBody,
        responses=CorrectionActed,
    )
    def post(self, request: Request, correction_id: UUID) -> Response:
        """By a human who is not the proposer. The second of two is told `already_decided`."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = DecisionBody(data=request.data)
        body.is_valid(raise_exception=True)
        done = retried(
            lambda: decide(
                caller=caller,
                correction_id=correction_id,
                decision=body.validated_data["decision"],
                note=body.validated_data.get("note", ""),
                at=at,
            )
        )
        return Response(_acted(done))


class RevertView(APIView):
    """An accepted one taken back."""

    capability = "review"
    problem_statuses = (409, 422)

    @extend_schema(
        operation_id="corrections_revert",
        summary="Take an accepted correction back",
        tags=["corrections"],
        request=ReversalBody,
        responses=CorrectionActed,
    )
    def post(self, request: Request, correction_id: UUID) -> Response:
        """By a human. What it changed stands again as the other corrections leave it."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = ReversalBody(data=request.data)
        body.is_valid(raise_exception=True)
        note = body.validated_data.get("note", "")
        done = retried(lambda: revert(caller=caller, correction_id=correction_id, note=note, at=at))
        return Response(_acted(done))


def _acted(done: Any) -> dict[str, Any]:
    return {**done.correction, "receipt": str(done.receipt)}
