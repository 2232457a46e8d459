"""The page on which a login with several workspaces picks one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from provenance.services.reviewing.entrances import entrances_for_login
from provenance.services.reviewing.visitor import CHOICE

from .targets import own_page


@require_http_methods(["GET", "HEAD", "POST"])
def choose_workspace(request: HttpRequest) -> HttpResponse:
    """Offers the login's workspaces; a POST keeps the choice in the session."""
    entrances = entrances_for_login(login_id=request.user.id or 0)
    if request.method != "POST":
        target = own_page(request.GET.get("next", ""), request=request)
        context = {"entrances": entrances, "next": target}
        return render(request, "review/choose_workspace.html", context)
    if request.POST.get("workspace") not in {str(e.caller.workspace_id) for e in entrances}:
        raise Http404
    request.session[CHOICE] = request.POST["workspace"]
    return redirect(own_page(request.POST.get("next", ""), request=request) or "home")
