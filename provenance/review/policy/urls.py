"""Where the pages about the policy are."""

from django.urls import path

from .overview import overview
from .versions import switch_on, version, write_one

urlpatterns = [
    path("policy", overview, name="policy"),
    path("policy/new", write_one, name="policy-new"),
    path("policy/versions/<uuid:version_id>", version, name="policy-version"),
    path("policy/versions/<uuid:version_id>/activate", switch_on, name="policy-activate"),
]
