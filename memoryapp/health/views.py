"""Is the process alive, and can it serve? For supervisors and load balancers; no tenant's data."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from . import checks
from .serializers import LiveSerializer, ReadySerializer

_RETRY_SECONDS = "5"


class OpenView(APIView):
    """A machine door without a key."""

    authentication_classes = ()
    permission_classes = ()


class LiveView(OpenView):
    """GET /health/live."""

    @extend_schema(operation_id="health_live", responses=LiveSerializer, tags=["health"])
    def get(self, request: Request) -> Response:
        """The process answers. Nothing else is asked, the database neither."""
        return Response({"status": "live"})


class ReadyView(OpenView):
    """GET /health/ready."""

    @extend_schema(
        operation_id="health_ready",
        responses={200: ReadySerializer, 503: ReadySerializer},
        tags=["health"],
    )
    def get(self, request: Request) -> Response:
        """What the service stands on, each by name.

        `unready` (503): the database, its migrations or its extension are missing. `degraded`
        (200): broker or embedder are, which observe and recall do without.
        """
        needed = {
            "database": checks.database(),
            "migrations": checks.migrations(),
            "extension": checks.extension(),
        }
        helpful = {"broker": checks.broker(), "embedder": checks.embedder()}
        body = {"status": _status(needed, helpful), "checks": needed | helpful}
        if body["status"] != "unready":
            return Response(body)
        headers = {"Retry-After": _RETRY_SECONDS}
        return Response(body, status=status.HTTP_503_SERVICE_UNAVAILABLE, headers=headers)


def _status(needed: dict[str, Any], helpful: dict[str, Any]) -> str:
    if not all(check["ok"] for check in needed.values()):
        return "unready"
    return "ready" if all(check["ok"] for check in helpful.values()) else "degraded"
