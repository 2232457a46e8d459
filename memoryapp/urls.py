"""The map of the site: the machine doors, then the people's."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.generic import RedirectView

from memoryapp.metrics.views import MetricsView
from memoryapp.middleware.closed_pages import open_page
from memoryapp.openapi.views import SchemaView, docs
from memoryapp.problems import pages
from provenance.review.login import LoginPage

handler400 = "memoryapp.problems.views.bad_request"
handler403 = "memoryapp.problems.views.forbidden"
handler404 = "memoryapp.problems.views.not_found"
handler500 = "memoryapp.problems.views.server_error"

# The admin has a login page of its own. One is enough, and ours keeps `next`.
to_our_login = open_page(RedirectView.as_view(pattern_name="login", query_string=True))

urlpatterns = [
    path("v1/", include("provenance.api.urls")),
    path("v1/", include("recall.api.urls")),
    path("v1/schema", SchemaView.as_view(), name="schema"),
    path("v1/docs", docs, name="docs"),
    path("compat/memoryd/v1/", include("provenance.compat.urls")),
    path("compat/memoryd/v1/", include("recall.compat.urls")),
    path("health/", include("memoryapp.health.urls")),
    path("metrics", MetricsView.as_view(), name="metrics"),
    path("problems/", pages.index, name="problems"),
    path("problems/<slug:code>", pages.explain, name="problem"),
    path("login", open_page(LoginPage.as_view()), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("admin/login/", to_our_login),
    path("admin/", admin.site.urls),
    path("", include("recall.review.urls")),
    path("", include("provenance.review.urls")),
]
