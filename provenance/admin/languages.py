"""The language of the workspace's words: chosen here, and read anew by a command."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from provenance.models import TextLanguage
from provenance.models.text_language import LANGUAGES
from provenance.services.text_language import choose_text_language, text_language

from .acting import ask
from .authority import administers, visitor_of
from .forms import ReasonForm
from .ledger import LedgerAdmin

AGAIN = "manage.py rebuild --lexical --workspace {slug}"


class LanguageForm(ReasonForm):
    """Another language."""

    language = forms.ChoiceField(
        choices=[(name, name) for name in LANGUAGES],
        help_text="simple leaves words as they are: for code, and for languages without stems.",
    )
    field_order = ("language", "reason")


@admin.register(TextLanguage)
class TextLanguageAdmin(LedgerAdmin):
    """Which language was chosen when, by whom and why. Without any it is English."""

    ordering = ("-position",)
    list_display = ("language", "by", "reason", "at")
    list_filter = ("language", "by")
    list_select_related = ("by",)
    search_fields = ("id",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return administers(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Chooses a language, and says what has to be run."""
        visitor = visitor_of(request)
        again = AGAIN.format(slug=visitor.entrance.slug)

        def act(data: dict[str, Any]) -> HttpResponse:
            chosen = choose_text_language(
                caller=visitor.caller,
                language=data["language"],
                reason=data["reason"],
                at=visitor.at,
            )
            self.log_addition(request, chosen, "Chosen.")
            self.message_user(request, f"Chosen. Have the words read anew: {again}")
            return redirect("admin:provenance_textlanguage_changelist")

        return ask(
            request=request,
            form=LanguageForm(request.POST or None, initial={"language": text_language()}),
            title="Choose the language of the words",
            button="Choose it",
            act=act,
            refused="The language could not be chosen.",
            warning=f"Until an operator has run {again}, older texts are found by the old stems.",
        )
