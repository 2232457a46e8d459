"""GET /v1/unresolved: what the server raised for review."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.models.likeness import PAIR_KINDS
from provenance.services.reading.unresolved import WHY, PairFilters, list_unresolved

from .caller import caller_of
from .fields import IdField, StrictChoiceField
from .pages import order_of, page_body, page_schema, turn_of
from .query import PageQuery, asked

_PAIR: dict[str, Any] = {
    "id": "0193b0c8-8c02-7d11-b3f5-10aa2ab0000c",
    "kind": "possible_equivalent",
    "observation": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00002",
    "other": "0193b0c8-6d1e-7c0a-9d0b-7f1c2ab00001",
    "raised_at": "2026-11-02T09:14:11.204511Z",
    "why": WHY["possible_equivalent"],
    "likeness": {"by": "vector", "value": 0.968},
}


class UnresolvedQuery(PageQuery):
    """Filters are joined by AND."""

    kind = StrictChoiceField(choices=PAIR_KINDS, required=False)
    observation = IdField(required=False, help_text="Pairs in which this observation takes part.")


class LikenessShown(serializers.Serializer):
    """How much two are alike, and by what."""

    by = serializers.ChoiceField(choices=("text", "trigram", "vector"))
    value = serializers.FloatField(min_value=0, max_value=1)


@extend_schema_serializer(examples=[OpenApiExample("Two that are alike", value=_PAIR)])
class PairShown(serializers.Serializer):
    """Two observations that a person has to look at. Neither is merged, counted or erased for it."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=PAIR_KINDS)
    observation = serializers.UUIDField(help_text="The later one.")
    other = serializers.UUIDField()
    raised_at = serializers.DateTimeField()
    why = serializers.CharField(help_text="What the kind means, in words.")
    likeness: Any = LikenessShown(
        allow_null=True, help_text="Of possible equivalents whose words the caller may both read."
    )


class UnresolvedView(APIView):
    """Contradictions, conflicts and possible equivalents."""

    capability = "recall"

    @extend_schema(
        operation_id="unresolved_list",
        summary="List what was raised for review",
        tags=["corrections"],
        parameters=[UnresolvedQuery],
        responses=page_schema(PairShown, name="UnresolvedPage"),
    )
    def get(self, request: Request) -> Response:
        """The latest first: pairs of which the caller may see both observations."""
        query = asked(request, UnresolvedQuery)
        order = order_of("unresolved", query)
        page = list_unresolved(
            caller=caller_of(request),
            filters=PairFilters(kind=query.get("kind"), observation=query.get("observation")),
            turn=turn_of(query, of=order),
            at=datetime.now(UTC),
        )
        return Response(page_body(request, page, of=order))
