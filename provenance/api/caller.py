"""The caller of a request, typed."""

from typing import cast

from rest_framework.request import Request

from provenance.services.access.caller import Caller


def caller_of(request: Request) -> Caller:
    """Who authentication found; HasCapability has refused everybody else."""
    return cast(Caller, request.user)
