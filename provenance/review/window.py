"""Days and months as an address names them."""

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta

from django.http import Http404, HttpRequest

FIRST_YEAR, LAST_YEAR = 1970, 9000


def day_from(request: HttpRequest, name: str) -> date | None:
    """The day in the query string, None where there is none. Http404 where it is no day."""
    given = request.GET.get(name)
    if not given:
        return None
    try:
        day = date.fromisoformat(given)
    except ValueError:
        raise Http404 from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Http404
    return day


def month_from(request: HttpRequest, name: str, *, today: date) -> date:
    """The first day of the month in the query string, of this month where there is none."""
    given = request.GET.get(name)
    try:
        day = date.fromisoformat(f"{given}-01") if given else today.replace(day=1)
    except ValueError:
        raise Http404 from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Http404
    return day


def beginning_of(day: date) -> datetime:
    """Midnight, UTC."""
    return datetime.combine(day, time.min, tzinfo=UTC)


def after(day: date) -> datetime:
    """The midnight that ends the day, UTC."""
    return beginning_of(day + timedelta(days=1))


def month_before(first: date) -> date:
    """The first day of the month before."""
    return (first - timedelta(days=1)).replace(day=1)


def month_after(first: date) -> date:
    """The first day of the next month."""
    return first + timedelta(days=monthrange(first.year, first.month)[1])
