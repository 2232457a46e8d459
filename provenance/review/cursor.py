"""Where a page of a list begins, as the address says it."""

from uuid import UUID

from django.http import Http404, HttpRequest


def uuid_from(request: HttpRequest, name: str) -> UUID | None:
    """The id in the query string, None where there is none. Http404 where it is no id."""
    given = request.GET.get(name)
    try:
        return UUID(given) if given else None
    except ValueError:
        raise Http404 from None
