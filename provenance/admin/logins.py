"""Logins: of the whole site, so for its superusers alone."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from provenance.services.screening.judge import may_be_kept_anywhere

from .authority import administers

admin.site.unregister([User, Group])


class _Screened:
    """A form whose user name may not be a secret. It is typed outside every workspace."""

    def clean_username(self) -> str:
        """The name."""
        inherited = getattr(super(), "clean_username", lambda: self.cleaned_data["username"])
        name: str = inherited()
        if not may_be_kept_anywhere([name]):
            raise ValidationError("This name may not be kept: it looks like a secret.")
        return name

    cleaned_data: dict[str, Any]


class LoginCreation(_Screened, AdminUserCreationForm):
    """A new login."""


class LoginChange(_Screened, UserChangeForm):
    """A login as it is."""


@admin.register(User)
class LoginAdmin(UserAdmin):
    """Who may log in. A login is ended by making it inactive: what it did names it for ever."""

    list_display = ("username", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    search_fields = ("username",)
    form, add_form = LoginChange, LoginCreation
    actions = None
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Rights", {"fields": ("is_active", "is_superuser")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Makes a login. Which workspace the visitor administers is asked before: Django opens a
        transaction for the rest, in which no workspace can be opened."""
        administers(request)
        return super().add_view(request, *args, **kwargs)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Shows and changes one; as `add_view`."""
        administers(request)
        return super().changeform_view(request, *args, **kwargs)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _is_superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_superuser(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and getattr(request.user, "is_superuser", False))
