"""The policy: versions are made, tried out and switched on here."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from provenance.models import PolicyActivation, PolicyVersion
from provenance.services.screening.policies import activate, save_version, try_out, version_in_force

from .acting import ask
from .authority import administers, visitor_of
from .forms import ReasonForm
from .ledger import LedgerAdmin
from .policy_forms import RulesForm, TrialForm


@admin.register(PolicyVersion)
class PolicyVersionAdmin(LedgerAdmin):
    """What the workspace refuses or holds back. Without any version the built-in policy is on."""

    ordering = ("-number",)
    list_display = ("number", "note", "made_by", "at", "in_force")
    list_filter = ("made_by",)
    list_select_related = ("made_by",)
    search_fields = ("id", "note")
    readonly_fields = ("in_force",)
    change_form_template = "admin/policy.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With what is on, so that the list does not ask for each."""
        latest = PolicyActivation.objects.here().order_by("-position").values("version_id")[:1]
        return super().get_queryset(request).annotate(on=Subquery(latest))

    @admin.display(boolean=True)
    def in_force(self, version: Any) -> bool:
        """True for the one that is on."""
        return bool(version.on == version.id)

    def acts(self) -> Sequence[URLPattern]:
        return [
            path(
                f"<uuid:version_id>/{name}/",
                self.admin_site.admin_view(view),
                name=f"provenance_policyversion_{name}",
            )
            for name, view in (("activate", self.activate_view), ("trial", self.trial_view))
        ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Saves a version; it is not in force yet."""

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            version = save_version(
                caller=visitor.caller, rules=data["rules"], note=data["note"], at=visitor.at
            )
            self.log_addition(request, version, "Saved.")
            self.message_user(request, "Saved. Try it out before you switch it on.")
            return redirect("admin:provenance_policyversion_change", version.pk)

        latest = version_in_force()
        return ask(
            request=request,
            form=RulesForm(request.POST or None, initial={"rules": latest.rules if latest else {}}),
            title="A new version of the policy",
            button="Save the version",
            act=act,
            refused="Somebody saved a version at the same time. Save again.",
        )

    def activate_view(self, request: HttpRequest, version_id: UUID) -> HttpResponse:
        """Switches a version on, with a reason."""
        version = get_object_or_404(self.get_queryset(request), id=version_id)

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            activate(
                caller=visitor.caller, version_id=version.id, reason=data["reason"], at=visitor.at
            )
            self.log_change(request, version, "Switched on.")
            self.message_user(request, f"The {version} is in force from the next request on.")
            return redirect("admin:provenance_policyversion_change", version.pk)

        return ask(
            request=request,
            form=ReasonForm(request.POST or None),
            title=f"Switch on {version}",
            button="Switch it on",
            act=act,
            refused="The version could not be switched on.",
            warning="What is here already keeps its admission.",
        )

    def trial_view(self, request: HttpRequest, version_id: UUID) -> HttpResponse:
        """Shows what the version would have made of past observations."""
        version = get_object_or_404(self.get_queryset(request), id=version_id)

        def act(data: dict[str, Any]) -> HttpResponse:
            visitor = visitor_of(request)
            trial = try_out(
                caller=visitor.caller, rules=version.rules, last=data["last"], at=visitor.at
            )
            context = {
                **self.admin_site.each_context(request),
                "title": f"What {version} would change",
                "trial": trial,
                "version": version,
            }
            return TemplateResponse(request, "admin/policy_trial.html", context)

        return ask(
            request=request,
            form=TrialForm(request.POST or None),
            title=f"Try out {version}",
            button="Try it out",
            act=act,
            refused="The trial failed.",
            warning="Nothing is changed by it.",
        )


@admin.register(PolicyActivation)
class PolicyActivationAdmin(LedgerAdmin):
    """Read only: which version was switched on when, by whom and why."""

    ordering = ("-position",)
    list_display = ("version", "by", "reason", "at")
    list_filter = ("by",)
    list_select_related = ("version", "by")
    search_fields = ("id", "version")
