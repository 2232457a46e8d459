"""The admin's entrance: open to whoever administers a workspace now, and to the site's superusers."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

View = Callable[..., HttpResponse]


class WorkspaceAdminSite(AdminSite):
    """Asks the live grant on each request. The login's flag `is_staff` says nothing here."""

    login_form = AuthenticationForm

    def has_permission(self, request: HttpRequest) -> bool:
        """True for an active superuser, and for a live `administer` grant over the workspace."""
        if not request.user.is_authenticated or not request.user.is_active:
            return False
        return bool(request.user.is_superuser or _authority().administers(request))

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """As Django's, but who is logged in is told that this is not theirs, not to log in again."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            leaving = request.path == reverse("admin:logout", current_app=self.name)
            if request.user.is_authenticated and not leaving and not self.has_permission(request):
                if _authority().has_to_choose(request):
                    return redirect("choose-workspace")
                raise PermissionDenied
            return inner(request, *args, **kwargs)

        return page


def _authority() -> ModuleType:
    """The admin's nouns register themselves at this site, so it has to be there before them."""
    return import_module("provenance.admin.authority")
