"""The page on which a person logs in."""

from django.contrib.auth.views import LoginView
from django.http import HttpRequest

from .targets import own_page


class LoginPage(LoginView):
    """Leads on to the page that was asked for, where it is one of ours."""

    template_name = "login.html"
    # Who is logged in already has nothing to do here.
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """That page, or nothing: Django then leads to the start page."""
        return own_page(super().get_redirect_url(), request=request or self.request)
