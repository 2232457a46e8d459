"""Routes of the older doors that the memory serves, below /compat/memoryd/v1/."""

from django.urls import path

from .recall import OlderRecallView
from .search import OlderSearchView

urlpatterns = [
    path("recall", OlderRecallView.as_view(), name="memoryd-recall"),
    path("search", OlderSearchView.as_view(), name="memoryd-search"),
]
