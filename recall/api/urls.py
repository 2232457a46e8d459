"""Routes of the memory's machine door, below /v1/."""

from django.urls import path

from recall.api.themes import ThemeRunView, ThemesView
from recall.api.views import RecallView

urlpatterns = [
    path("recall", RecallView.as_view(), name="recall"),
    path("themes", ThemesView.as_view(), name="themes"),
    path("themes/<id:run_id>", ThemeRunView.as_view(), name="theme-run"),
]
