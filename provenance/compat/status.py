"""GET /compat/memoryd/v1/status."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from provenance.api.caller import caller_of
from provenance.api.permissions import ANY_KEY
from provenance.api.query import NoQuery, asked
from provenance.services.access.memoryd_pair import pair_of
from provenance.services.access.whoami import whoami

from .door import OlderDoorView, described
from .envelope import provider


class OlderStatusView(OlderDoorView):
    """What answers here, to whom."""

    capability = ANY_KEY

    @described(
        operation="memoryd_status",
        summary="What answers here, in MemoryD's shape",
        parameters=[],
        data={
            "provider_name": serializers.CharField(),
            "provider_version": serializers.CharField(),
            "api_version": serializers.CharField(),
            "storage_schema_version": serializers.IntegerField(),
            "status": serializers.CharField(),
            "storage": serializers.DictField(),
            "active_profiles": serializers.ListField(child=serializers.CharField()),
            "active_workspaces": serializers.ListField(child=serializers.CharField()),
            "last_sync": serializers.JSONField(),
            "last_dream": serializers.JSONField(),
            "dream_worker": serializers.DictField(),
            "pending_writes": serializers.IntegerField(),
            "features": serializers.DictField(),
            "degraded_reasons": serializers.ListField(child=serializers.CharField()),
        },
    )
    def get(self, request: Request) -> Response:
        """Of profiles and workspaces, the caller's own alone."""
        asked(request, NoQuery)
        here = whoami(caller=caller_of(request), at=datetime.now(UTC))["workspace"]
        return self.answered(status_of(here["slug"]))


def status_of(slug: str) -> dict[str, Any]:
    """MemoryD's status of one workspace. A write that was answered is committed: none is pending."""
    profile, name = pair_of(slug)
    on = settings.CONSOLIDATION == "on"
    return {
        "provider_name": provider()["name"],
        "provider_version": provider()["version"],
        "api_version": "v1",
        "storage_schema_version": 10,
        "status": "available",
        "storage": {"kind": "postgresql", "path": None, "writable": True},
        "active_profiles": [profile],
        "active_workspaces": [name],
        "last_sync": None,
        "last_dream": None,
        "dream_worker": {
            "enabled": on,
            "mode": "preview" if on else "off",
            "automatic_apply": False,
        },
        "pending_writes": 0,
        "features": {
            "recall": True,
            "checkpoints": True,
            "export": True,
            "import_local": False,
            "dream_scheduler": on,
            "search_mode": "bm25+vectors",
            "cross_profile_policy": "deny",
            "auth": "bearer",
        },
        "degraded_reasons": [],
    }
