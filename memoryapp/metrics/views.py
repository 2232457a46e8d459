"""GET /metrics, in Prometheus' text format."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST
from rest_framework.request import Request

from memoryapp.health.views import OpenView

from .counters import exposition


class MetricsView(OpenView):
    """Open, since it holds nothing of any tenant: keep it within your network by the proxy."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The counts."""
        return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)
