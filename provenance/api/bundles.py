"""POST /v1/bundles: a part of the ledger, carried away in one file."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from provenance.models.observation import KINDS
from provenance.services.bundles.export import export_bundle
from provenance.services.bundles.selection import Filters
from provenance.services.importing.holding import imports_folder

from .caller import caller_of
from .closed import ClosedSerializer
from .fields import (
    InstantField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictListField,
)


class BundleProducerBody(ClosedSerializer):
    """Whose events."""

    harness = StrictCharField(min_length=1, max_length=100)
    instance = StrictCharField(min_length=1, max_length=200)


class BundleBody(ClosedSerializer):
    """What the bundle holds; everything that the caller may export where nothing is given."""

    since = InstantField(required=False, help_text="Events from this moment on.")
    until = InstantField(required=False, help_text="Events before this moment.")
    session = StrictCharField(required=False, min_length=1, max_length=200)
    producer: Any = BundleProducerBody(required=False)
    kinds = StrictListField(
        child=StrictChoiceField(choices=KINDS), required=False, max_length=len(KINDS)
    )
    content = StrictBooleanField(required=False, help_text="`false` leaves all words out.")


class BundlesView(APIView):
    """Bundles are made to be read once: nothing of one is kept here."""

    capability = "export"

    @extend_schema(
        operation_id="bundles_export",
        summary="Export a bundle",
        description=(
            "A `.tar.zst` with a manifest and JSON Lines by type, of what the caller's `export` grants "
            "reach (docs/bundles.md). It comes in through a plan: announce it at `/v1/imports`."
        ),
        tags=["imports"],
        request=BundleBody,
        responses={(200, "application/zstd"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    def post(self, request: Request) -> FileResponse:
        """Written whole first, so that what breaks off is an error and never half a bundle."""
        at, caller = datetime.now(UTC), caller_of(request)
        body = BundleBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        producer = given.get("producer")
        folder = TemporaryDirectory(dir=imports_folder(), prefix="bundle-")
        path = Path(folder.name) / "bundle.tar.zst"
        try:
            export_bundle(
                caller=caller,
                path=path,
                filters=Filters(
                    since=given.get("since"),
                    until=given.get("until"),
                    session=given.get("session"),
                    producer=(producer["harness"], producer["instance"]) if producer else None,
                    kinds=tuple(given.get("kinds", ())),
                ),
                with_content=given.get("content", True),
                at=at,
                progress=lambda count: None,
            )
            stream = path.open("rb")
        finally:
            # The open file outlives its name: nothing is left behind, whatever the reader does.
            folder.cleanup()
        return FileResponse(
            stream, as_attachment=True, filename="bundle.tar.zst", content_type="application/zstd"
        )
