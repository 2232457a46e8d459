"""Closed until opened: a view that names no capability answers nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from provenance.models.grant import CAPABILITIES
from provenance.services.access.caller import Caller

if TYPE_CHECKING:  # REST framework loads this class while it imports its views
    from rest_framework.views import APIView

ANY_KEY: Final = "any_key"


class HasCapability(BasePermission):
    """Demands a caller, and a view whose `capability` says what its act needs.

    Whether the caller has the capability is not asked here: the service asks the grants inside
    the act's own transaction (`Grants.require`), so that nothing can change in between.
    `ANY_KEY` opens a view to every valid key.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for an authenticated caller at a view that declares its capability."""
        declared = getattr(view, "capability", None)
        return isinstance(request.user, Caller) and declared in (*CAPABILITIES, ANY_KEY)
