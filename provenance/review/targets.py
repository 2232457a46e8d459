"""Where a person goes on after logging in or choosing a workspace."""

from urllib.parse import unquote_plus, urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

from provenance.services.screening.judge import may_be_kept_anywhere


def own_page(target: str, *, request: HttpRequest) -> str:
    """The target where it is a path to a page of this site; else nothing.

    It is shown again and led to, so it is no address of somebody else, and holds nothing that
    looks like a secret.
    """
    local = target.startswith("/") and url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}
    )
    if not local or not may_be_kept_anywhere([target, unquote_plus(target)]):
        return ""
    try:
        resolve(urlsplit(target).path)
    except Resolver404:
        return ""
    return target
