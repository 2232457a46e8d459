"""POST /v1/observe and POST /v1/observe/batch."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.problems import EventConflict, FieldError, PayloadTooLarge, Problem, malformed
from provenance.services.access.caller import Caller
from provenance.services.contributing.contribution import Contribution
from provenance.services.observe import observe
from provenance.services.observe_batch import (
    Failed,
    ItemFailed,
    Result,
    observe_all,
    observe_each,
    retried,
)
from provenance.services.receipts import shown

from .caller import caller_of
from .examples import BATCH_RESULT, EVENT, RECEIPT
from .observe_body import BatchBody, ObserveBody, contribution_from
from .problem_body import problem_body
from .receipt_body import BatchResultBody, ReceiptBody
from .refusals import errors_from

MAX_BATCH_BYTES = 16 * 1024 * 1024
_TOO_LONG = ("/content", "too_long")
_COUNTED = {400: "invalid", 413: "invalid"}


class ObserveView(APIView):
    """One event."""

    capability = "observe"
    problem_statuses = (409, 410, 422)

    @extend_schema(
        operation_id="observe",
        summary="Contribute one observation",
        description=(
            "Records the event; the same event again returns the first receipt. An event whose "
            "lineage corrects, supersedes, withdraws or adopts needs `propose` over what it names, "
            "unless it is a person's own turn that a host with `capture` heard. What is held back "
            "is not adopted (409 `held_back`), what was erased makes no fact (410 `erased`)."
        ),
        request=ObserveBody,
        responses={
            201: OpenApiResponse(ReceiptBody, description="New: the receipt, after the commit."),
            200: OpenApiResponse(ReceiptBody, description="Here before: the first receipt."),
        },
        examples=[
            OpenApiExample("A turn", value=EVENT, request_only=True),
            OpenApiExample("Accepted", value=RECEIPT, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        """Records the event; the same event again returns the first receipt."""
        at = datetime.now(UTC)
        caller = caller_of(request)
        contribution = contribution_of(request.data)
        observed = retried(lambda: observe(caller=caller, contribution=contribution, at=at))
        (receipt,) = shown(caller=caller, results=[observed])
        return Response(receipt, status=200 if observed.duplicate else 201)


class ObserveBatchView(APIView):
    """Up to 500 events."""

    capability = "observe"
    max_body_bytes = MAX_BATCH_BYTES
    # For the item of an atomic batch that was refused.
    problem_statuses = (409, 410, 422)

    @extend_schema(
        operation_id="observe_batch",
        summary="Contribute many observations",
        request=BatchBody,
        responses={200: BatchResultBody},
        examples=[
            OpenApiExample(
                "One event", value={"atomic": False, "observations": [EVENT]}, request_only=True
            ),
            OpenApiExample("Results", value=BATCH_RESULT, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Records each event for itself, or with `atomic` all or none."""
        at = datetime.now(UTC)
        body = BatchBody(data=request.data)
        body.is_valid(raise_exception=True)
        items = [_read(item) for item in body.validated_data["observations"]]
        if body.validated_data.get("atomic", False):
            results = _all_or_none(caller_of(request), items, at=at)
        else:
            results = observe_each(caller=caller_of(request), items=items, at=at)
        return Response(_answer(request, results))


def contribution_of(data: Any) -> Contribution:
    """The contribution that a request body states.

    Raises a malformed-request Problem, or PayloadTooLarge for nothing but too long a content.
    """
    body = ObserveBody(data=data)
    try:
        body.is_valid(raise_exception=True)
    except ValidationError as error:
        raise _refusal(errors_from(error.detail)) from None
    return contribution_from(body.validated_data)


def _refusal(errors: list[FieldError]) -> Problem:
    if [(error["pointer"], error["code"]) for error in errors] == [_TOO_LONG]:
        return PayloadTooLarge("The content is longer than one event may be.", errors=errors)
    return malformed(errors)


def _read(item: Any) -> Contribution | Failed:
    try:
        return contribution_of(item)
    except Problem as problem:
        return Failed(problem)


def _all_or_none(
    caller: Caller, items: list[Contribution | Failed], *, at: datetime
) -> list[Result]:
    try:
        return list(observe_all(caller=caller, items=items, at=at))
    except ItemFailed as failed:
        failed.problem.index = failed.index
        raise failed.problem from failed


def _answer(request: Request, results: list[Result]) -> dict[str, Any]:
    receipts = iter(shown(caller=caller_of(request), results=results))
    shown_results: list[dict[str, Any]] = []
    counts = dict.fromkeys(("accepted", "duplicate", "conflict", "rejected", "invalid"), 0)
    for result in results:
        if isinstance(result, Failed):
            problem = problem_body(result.problem, request_id=_request_id(request))
            shown_results.append({"problem": problem})
            counts[_count_of(result.problem)] += 1
        else:
            shown_results.append(next(receipts))
            counts["duplicate" if result.duplicate else "accepted"] += 1
    return {"results": shown_results, **counts}


def _count_of(problem: Problem) -> str:
    if isinstance(problem, EventConflict):
        return "conflict"
    return _COUNTED.get(problem.status, "rejected")


def _request_id(request: Request) -> str:
    return str(getattr(request._request, "request_id", ""))
