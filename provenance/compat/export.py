"""GET /compat/memoryd/v1/export: a raw stream, as MemoryD's is, and not in the envelope."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from provenance.api.caller import caller_of
from provenance.api.fields import StrictCharField
from provenance.api.query import Query, asked
from provenance.services.reading.exporting import Export

from .door import REFUSALS, OlderDoorView, Refused, check_pair
from .handles import RECORD, SOURCE, handle
from .kinds import type_of

_FORMATS = {"jsonl": "application/x-ndjson", "json": "application/json"}
_ARCHIVED = ("withdrawn", "superseded", "corrected")


class ExportQuery(Query):
    """What to export."""

    profile = StrictCharField(max_length=100)
    workspace = StrictCharField(max_length=200)
    repo_id = StrictCharField(max_length=300, required=False)
    include_archived = serializers.BooleanField(required=False, default=False)
    format = serializers.ChoiceField(choices=sorted(_FORMATS), required=False, default="jsonl")
    target_profile = StrictCharField(max_length=100, required=False)


class AsItComes(DefaultContentNegotiation):
    """Takes any Accept: `format` is MemoryD's own parameter here, and not REST framework's."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """The first renderer, for refusals; what is exported is not rendered."""
        return renderers[0], renderers[0].media_type


class OlderExportView(OlderDoorView):
    """Everything, as records."""

    capability = "export"
    content_negotiation_class = AsItComes

    @extend_schema(
        operation_id="memoryd_export",
        summary="Export records, in MemoryD's shape",
        tags=["compat"],
        parameters=[ExportQuery],
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(OpenApiTypes.STR, "One record a line."),
            **REFUSALS,
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Streams what the caller may export. Nothing crosses to another profile."""
        at = datetime.now(UTC)
        query = asked(request, ExportQuery)
        check_pair(request, query, at=at)
        if query.get("target_profile", query["profile"]) != query["profile"]:
            raise Refused("profile_boundary_denied", "Nothing crosses profiles here.", status=422)
        export = Export(
            caller=caller_of(request),
            repository=query.get("repo_id"),
            everything=query["include_archived"],
            at=at,
        )
        records = (record_of(one, query) for page in export.pages() for one in page)
        lines = _jsonl(records) if query["format"] == "jsonl" else _json(records)
        headers = {
            "x-record-count": str(export.count),
            # What screening refused is not here, and what it holds back is not counted out.
            "x-omitted-secret": "0",
            "x-omitted-boundary": "0",
            "Cache-Control": "no-store",
        }
        return StreamingHttpResponse(lines, content_type=_FORMATS[query["format"]], headers=headers)


def record_of(one: dict[str, Any], pair: dict[str, Any]) -> dict[str, Any]:
    """An observation as a MemoryD record. What counts as trust there is told as we know it."""
    archived = one["standing"] in _ARCHIVED
    times = one["times"]
    return {
        "id": handle(RECORD, one["observation"]),
        "profile_id": pair["profile"],
        "workspace_id": pair["workspace"],
        "repo_id": pair.get("repo_id"),
        "scope": "workspace",
        "type": type_of(one["kind"]),
        "content": one["content"],
        "tags": one["labels"],
        "source_ids": [handle(SOURCE, one["observation"])],
        "created_at": times["recorded_at"],
        "updated_at": times["recorded_at"],
        "observed_at": times["observed_at"],
        "valid_from": times["valid_from"],
        "valid_until": times["valid_until"],
        "archived": archived,
        "temporal_state": "historical" if archived else "current",
        "metadata": {
            "memoryapp": {
                name: one[name]
                for name in ("observation", "kind", "speaker", "admitted_as", "standing")
            }
            | {"source": one["source"], "support": one["support"]}
        },
    }


def _jsonl(records: Iterator[dict[str, Any]]) -> Iterator[str]:
    for record in records:
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _json(records: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield "["
    for index, record in enumerate(records):
        yield ("," if index else "") + json.dumps(record, ensure_ascii=False)
    yield "]"
