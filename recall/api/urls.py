"""Routes of the memory's machine door, below /v1/."""

from django.urls import path

from recall.api.views import RecallView

urlpatterns = [path("recall", RecallView.as_view(), name="recall")]
