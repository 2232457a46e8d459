"""Every page is closed until it is opened by name."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from rest_framework.views import APIView

from memoryapp.problems.answers import is_for_machines, json_answer
from provenance.problems import Unauthenticated

View = TypeVar("View", bound=Callable[..., Any])
_MARK = "is_open_page"
_SAFE = ("GET", "HEAD")


def open_page(view: View) -> View:
    """Marks a view function (or the result of `as_view()`) as readable without a login."""
    setattr(view, _MARK, True)
    return view


def is_open(view: Callable[..., Any]) -> bool:
    """True where the view was opened by name."""
    return getattr(view, _MARK, False)


def authenticates_itself(view: Callable[..., Any]) -> bool:
    """True for REST framework's views, which ask for a key by default."""
    kind = getattr(view, "cls", None)
    return isinstance(kind, type) and issubclass(kind, APIView)


class ClosedPagesMiddleware:
    """Asks for a login before any view that is neither open nor authenticates itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response; the work is done once the view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """None lets the request through. Strangers are sent to the login, programs told 401."""
        if is_open(view) or authenticates_itself(view) or request.user.is_authenticated:
            return None
        if is_for_machines(request):
            return json_answer(Unauthenticated(), request)
        # A form that was sent cannot be sent again by the redirect after the login.
        return redirect_to_login(request.get_full_path() if request.method in _SAFE else "/")
