"""Where a page of a list begins, as the address says it."""

from uuid import UUID

from django.http import Http404, HttpRequest

from provenance.services.reading.pages import Cursor, Turn


def uuid_from(request: HttpRequest, name: str) -> UUID | None:
    """The id in the query string, None where there is none. Http404 where it is no id."""
    given = request.GET.get(name)
    try:
        return UUID(given) if given else None
    except ValueError:
        raise Http404 from None


def last_id(turn: Turn) -> UUID | None:
    """The last row of the page before, for a list that goes on by the id alone (`on_from`)."""
    return UUID(str(turn.cursor.tie)) if turn.cursor else None


def on_from(last: UUID | None) -> Cursor | None:
    """Where such a list goes on: after this row, or nowhere."""
    return Cursor(str(last), str(last), backwards=False) if last else None
