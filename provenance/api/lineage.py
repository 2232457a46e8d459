"""GET /v1/observations/{id}/lineage."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.models.likeness import PAIR_KINDS
from provenance.models.lineage_edge import RELATIONS
from provenance.models.observation import ADMITTED_AS
from provenance.services.reading.lineage_graph import EXCERPT_LENGTH, get_lineage
from provenance.services.reading.lineage_graph_edges import COPY_OF
from provenance.services.reading.lineage_walk import MOST_NODES

from .caller import caller_of
from .examples_reading import LINEAGE
from .fields import StrictChoiceField
from .observation_body import ExternalShown, ObservationShown, SupportShown
from .query import Query, WholeNumberField, asked

_NODE_MEMBERS = (
    "id",
    "kind",
    "speaker",
    "admitted_as",
    "admission",
    "standing",
    "source",
    "times",
)


class LineageQuery(Query):
    """Which way to walk, and how far."""

    direction = StrictChoiceField(
        choices=["both", "up", "down"],
        default="both",
        help_text="up: what it comes from; down: what came of it.",
    )
    depth = WholeNumberField(min_value=1, max_value=32, default=8, help_text="Edges to walk.")


class NodeShown(serializers.Serializer):
    """An observation of the graph."""

    depth = serializers.IntegerField(help_text="Edges from the one that was asked for.")
    excerpt = serializers.CharField(
        allow_null=True, help_text=f"The first {EXCERPT_LENGTH} characters of its text."
    )

    def get_fields(self) -> Any:
        """Besides its own, some of an observation's members."""
        members = ObservationShown().get_fields()
        return {**super().get_fields(), **{name: members[name] for name in _NODE_MEMBERS}}


class EdgeShown(serializers.Serializer):
    """From an observation to its source; `to` is null while that is not here."""

    to = serializers.UUIDField(allow_null=True)
    relation = serializers.ChoiceField(choices=[*RELATIONS, COPY_OF])
    state = serializers.ChoiceField(choices=["resolved", "unresolved"])
    event_id = serializers.CharField(allow_null=True, help_text="The event that was named.")
    recall = serializers.UUIDField(allow_null=True, help_text="The recall that returned it.")
    external = ExternalShown(allow_null=True)

    def get_fields(self) -> Any:
        """`from` is no name that Python allows an attribute."""
        return {"from": serializers.UUIDField(), **super().get_fields()}


class OpenQuestionShown(serializers.Serializer):
    """An event that has not come, or two observations that nobody has decided on."""

    kind = serializers.ChoiceField(choices=[*PAIR_KINDS, "awaited_event"])
    observation = serializers.UUIDField()
    other = serializers.UUIDField(allow_null=True)
    event_id = serializers.CharField(allow_null=True)


@extend_schema_serializer(examples=[OpenApiExample("A turn", value=LINEAGE)])
class LineageShown(serializers.Serializer):
    """The graph around an observation."""

    nodes = NodeShown(many=True, help_text=f"At most {MOST_NODES}, the nearest first.")
    edges = EdgeShown(many=True)
    roots: Any = serializers.ListField(
        child=serializers.UUIDField(), help_text="The user_primary ones that it is derived from."
    )
    ceiling = serializers.ChoiceField(
        choices=ADMITTED_AS,
        help_text="The lowest class among it and what it is derived from: the most it counts for.",
    )
    support = SupportShown()
    unresolved = OpenQuestionShown(many=True)
    complete = serializers.BooleanField(help_text="False where depth or size cut something off.")


class LineageView(APIView):
    """Where an observation comes from, and what came of it."""

    capability = "recall"

    @extend_schema(
        operation_id="observations_lineage",
        summary="Read the lineage of an observation",
        tags=["observations"],
        parameters=[LineageQuery],
        responses=LineageShown,
    )
    def get(self, request: Request, observation_id: UUID) -> Response:
        """What the caller may not see is neither shown nor walked through."""
        graph = get_lineage(
            caller=caller_of(request),
            observation_id=observation_id,
            at=datetime.now(UTC),
            **asked(request, LineageQuery),
        )
        return Response(graph)
