"""The schema for programs, and the same for people."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memoryapp.health.views import OpenView
from memoryapp.middleware.closed_pages import open_page

from .document import document
from .reading import groups


class SchemaView(OpenView):
    """GET /v1/schema."""

    renderer_classes = (OpenApiJsonRenderer2,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """The OpenAPI document as JSON."""
        return Response(document())


@open_page
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """GET /v1/docs: the schema as a page, made here, without script or outside asset."""
    whole: dict[str, Any] = document()
    return render(request, "openapi/docs.html", {"info": whole["info"], "groups": groups(whole)})
