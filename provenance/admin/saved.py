"""Saved questions without their words, and how they were last answered."""

from django.contrib import admin

from provenance.models import (
    CheckRun,
    ExpectedObservation,
    QuestionCheck,
    RetiredQuestion,
    SavedQuestion,
)

from .ledger import LedgerAdmin


@admin.register(SavedQuestion)
class SavedQuestionAdmin(LedgerAdmin):
    """Read only: kept on the recall bench."""

    list_display = ("id", "receipt_id", "view", "by", "at")
    list_filter = ("by", "view")
    list_select_related = ("view", "by")
    search_fields = ("id", "receipt")


@admin.register(ExpectedObservation)
class ExpectedObservationAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("id", "saved_id", "observation_id")
    list_filter = ("saved__by",)
    search_fields = ("id", "saved", "observation")


@admin.register(RetiredQuestion)
class RetiredQuestionAdmin(LedgerAdmin):
    """Read only."""

    list_display = ("id", "saved_id", "by", "at")
    list_filter = ("by",)
    list_select_related = ("by",)
    search_fields = ("id", "saved")


@admin.register(QuestionCheck)
class QuestionCheckAdmin(LedgerAdmin):
    """Read only: a projection of the last run."""

    list_display = ("id", "saved_id", "outcome", "told", "code", "at")
    list_filter = ("outcome",)
    search_fields = ("id", "saved")


@admin.register(CheckRun)
class CheckRunAdmin(LedgerAdmin):
    """Read only: moved on by workers."""

    list_display = ("id", "state", "done", "total", "asked_by", "asked_at", "not_before")
    list_filter = ("state", "asked_by")
    list_select_related = ("asked_by",)
    search_fields = ("id",)
