"""The page on which a login with several workspaces picks one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from provenance.services.reviewing.entrances import entrances_for_login
from provenance.services.reviewing.visitor import CHOICE


@require_http_methods(["GET", "HEAD", "POST"])
def choose_workspace(request: HttpRequest) -> HttpResponse:
    """Offers the login's workspaces; a POST keeps the choice in the session."""
    entrances = entrances_for_login(login_id=request.user.id or 0)
    if request.method != "POST":
        context = {"entrances": entrances, "next": request.GET.get("next", "")}
        return render(request, "review/choose_workspace.html", context)
    if request.POST.get("workspace") not in {str(e.caller.workspace_id) for e in entrances}:
        raise Http404
    request.session[CHOICE] = request.POST["workspace"]
    # Somebody else's address would send a person who has just logged in away from here.
    target = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()})
    return redirect(target if here else "home")
