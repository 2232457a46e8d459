"""How a table of the ledger looks in the admin: read, filtered, found by equality, never changed."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import ForeignKey, Model, Q, QuerySet, UUIDField
from django.http import HttpRequest
from django.urls import URLPattern

from .authority import administers, inside, visitor_of


class LedgerAdmin(admin.ModelAdmin):
    """Rows of one workspace, for those who administer it."""

    ordering: ClassVar[Any] = ("-id",)
    list_per_page = 50
    show_full_result_count = False
    view_on_site = False
    actions = None

    def get_urls(self) -> list[URLPattern]:
        """The admin's own pages, each inside the workspace."""
        patterns = [*self.acts(), *super().get_urls()]
        for pattern in patterns:
            pattern.callback = inside(pattern.callback)
        return patterns

    def acts(self) -> Sequence[URLPattern]:
        """Further pages of this noun."""
        return []

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the workspace that is open."""
        return super().get_queryset(request).filter(workspace_id=workspace_of(request))

    def get_search_fields(self, request: HttpRequest) -> list[str] | tuple[str, ...]:
        """None for the site's autocomplete: it is not used, and would run outside the workspace."""
        match = request.resolver_match
        if match is not None and match.url_name == "autocomplete":
            return ()
        return super().get_search_fields(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Rows where one of the fields *equals* the term: equality alone uses an index here."""
        if not (term := search_term.strip()):
            return queryset, False
        match = Q(pk__in=[])
        for field in self.get_search_fields(request):
            if (value := _as_value(self.model, field, term)) is not None:
                match |= Q(**{field: value})
        return queryset.filter(match), False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return administers(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def workspace_of(request: HttpRequest) -> UUID:
    """The workspace of the request that is being answered."""
    return visitor_of(request).caller.workspace_id


def _as_value(model: type[Model], name: str, term: str) -> UUID | str | None:
    """The term as the field holds it; None where it cannot hold such a thing."""
    if not isinstance(model._meta.get_field(name), UUIDField | ForeignKey):
        return term
    try:
        return UUID(term)
    except ValueError:
        return None
