"""POST /v1/recall."""

from datetime import UTC, datetime

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.api.caller import caller_of
from recall.api.answer_body import AnswerBody
from recall.api.recall_body import RecallBody, question_from
from recall.services.recall import recall


class RecallView(APIView):
    """One question."""

    capability = "recall"

    @extend_schema(
        operation_id="recall",
        summary="Ask the memory",
        request=RecallBody,
        responses={200: AnswerBody},
        examples=[
            OpenApiExample("A question", value={"query": "when do we deploy?"}, request_only=True)
        ],
    )
    def post(self, request: Request) -> Response:
        """Answers with attributed evidence within the budget, or abstains."""
        body = RecallBody(data=request.data)
        body.is_valid(raise_exception=True)
        question = question_from(body.validated_data)
        return Response(recall(caller=caller_of(request), question=question, at=datetime.now(UTC)))
