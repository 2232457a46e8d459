"""GET /v1/whoami."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from provenance.models.api_key import KEY_KINDS
from provenance.models.grant import CAPABILITIES, SCOPES
from provenance.models.principal import PRINCIPAL_KINDS
from provenance.services.access.whoami import whoami

from .caller import caller_of
from .examples_reading import WHOAMI
from .observation_body import ProducerShown
from .permissions import ANY_KEY
from .query import NoQuery, asked


class PrincipalShown(serializers.Serializer):
    """Who acts."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=PRINCIPAL_KINDS)


class WorkspaceShown(serializers.Serializer):
    """Where."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()


class KeyShown(serializers.Serializer):
    """With which key. Its secret is stored nowhere."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KEY_KINDS)
    label: Any = serializers.CharField()
    producer = ProducerShown(allow_null=True, help_text="The one that it is bound to.")
    expires_at = serializers.DateTimeField(allow_null=True)


class CapabilityShown(serializers.Serializer):
    """One live grant."""

    capability = serializers.ChoiceField(choices=CAPABILITIES)
    scope = serializers.ChoiceField(choices=SCOPES)
    principals: Any = serializers.ListField(
        child=serializers.CharField(), help_text="Names of the principals that it reaches."
    )
    producers = ProducerShown(many=True, help_text="The producers that it reaches.")
    serves = serializers.CharField(
        allow_null=True, help_text="The human for whom a capture grant speaks."
    )
    until = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(examples=[OpenApiExample("A host", value=WHOAMI)])
class WhoamiShown(serializers.Serializer):
    """The caller, and what it may do now."""

    principal = PrincipalShown()
    workspace = WorkspaceShown()
    key = KeyShown()
    live: Any = serializers.ListField(
        child=serializers.ChoiceField(choices=CAPABILITIES),
        help_text="The capabilities that are live now, each once.",
    )
    capabilities = CapabilityShown(many=True)


class WhoamiView(APIView):
    """Any valid key may ask."""

    capability = ANY_KEY

    @extend_schema(
        operation_id="whoami",
        summary="Who the key is, and what it may do",
        tags=["whoami"],
        responses=WhoamiShown,
    )
    def get(self, request: Request) -> Response:
        """Principal, workspace, key, live capabilities and their scopes."""
        asked(request, NoQuery)
        return Response(whoami(caller=caller_of(request), at=datetime.now(UTC)))
