"""Any list as a file, CSV or JSON: the same rows, for the same eyes, up to a cap."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, StreamingHttpResponse

from provenance.database.tenancy import workspace
from provenance.problems import Problem
from provenance.review.visiting import VisitorRequest
from provenance.services.reading.pages import Cursor, Turn
from provenance.services.reviewing.visitor import Visitor, visitor_in
from provenance.services.times import instant

# The name of this door in the exposures of what a file holds.
DOOR = "browser export"
MOST_ROWS = 10_000
ROWS_AT_ONCE = 500
_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
# A spreadsheet takes what begins so for a formula, and would run it.
_FORMULAE = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, kw_only=True)
class Listed:
    """Rows of a list, each by column, and where the list goes on."""

    rows: Sequence[Mapping[str, Any]]
    next: Cursor | None


Read = Callable[[Visitor, Turn], Listed]


def as_file(
    request: VisitorRequest, *, name: str, columns: Sequence[str], read: Read
) -> StreamingHttpResponse | None:
    """The list as a file where the address asks for one (`?as=csv`, `?as=json`), else None.

    `read` gives a page for a visitor, as the page of the list does: it asks the grants, hides what
    is held back, and records what it shows (`visitor.reader().shown(rows, door=DOOR)`). The first
    page is read here, so that a refusal is an answer; each further one in a transaction of its own
    with the grants of that moment. The file ends after MOST_ROWS rows, or where a grant does, and
    says so at its end.
    """
    if (form := request.GET.get("as")) is None:
        return None
    if form not in _TYPES:
        raise Http404
    first = read(request.visitor, Turn(limit=ROWS_AT_ONCE))
    pages = _pages(request.visitor, first, read)
    write = _csv if form == "csv" else _json
    slug = request.visitor.entrance.slug
    day = request.visitor.at.astimezone(UTC).date().isoformat()
    headers = {
        "Content-Disposition": f'attachment; filename="{slug}-{name}-{day}.{form}"',
        "Cache-Control": "no-store",
        "X-Most-Rows": str(MOST_ROWS),
    }
    return StreamingHttpResponse(write(columns, pages), content_type=_TYPES[form], headers=headers)


def _pages(
    visitor: Visitor, page: Listed, read: Read
) -> Iterator[Sequence[Mapping[str, Any]] | str]:
    """The rows, page by page, and last the reason why there are no more; "" for the list's end."""
    told = 0
    while True:
        rows = page.rows[: MOST_ROWS - told]
        told += len(rows)
        yield rows
        if page.next is None and len(rows) == len(page.rows):
            yield ""
            return
        if told >= MOST_ROWS:
            yield f"The list goes on: a file holds {MOST_ROWS} rows at most."
            return
        try:
            page = _read_on(visitor, page.next, read)
        except Problem as problem:
            yield f"Broken off: {problem.title}."
            return


def _read_on(visitor: Visitor, cursor: Cursor | None, read: Read) -> Listed:
    with workspace(visitor.caller):
        now = visitor_in(visitor.entrance, entrances=visitor.entrances, at=datetime.now(UTC))
        return read(now, Turn(limit=ROWS_AT_ONCE, cursor=cursor))


class _Line:
    """What the writer of CSV writes into: it hands back the line."""

    def write(self, line: str) -> str:
        """The line."""
        return line


def _csv(
    columns: Sequence[str], pages: Iterator[Sequence[Mapping[str, Any]] | str]
) -> Iterator[str]:
    writer = csv.writer(_Line())
    yield str(writer.writerow(columns))
    for page in pages:
        if not isinstance(page, str):
            for row in page:
                yield str(writer.writerow([_cell(row.get(column)) for column in columns]))
        elif page:
            yield str(writer.writerow([page]))


def _json(
    columns: Sequence[str], pages: Iterator[Sequence[Mapping[str, Any]] | str]
) -> Iterator[str]:
    yield '{"rows": ['
    first = True
    for page in pages:
        if isinstance(page, str):
            ending = {"complete": not page, "why": page or None}
            yield "], " + json.dumps(ending)[1:]
            continue
        for row in page:
            told = {column: _plain(row.get(column)) for column in columns}
            yield ("\n" if first else ",\n") + json.dumps(told, ensure_ascii=False)
            first = False


def _cell(value: Any) -> str | int | float:
    """As a spreadsheet may show it, and never run it."""
    plain = _plain(value)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, int | float):
        return plain
    text = "; ".join(map(str, plain)) if isinstance(plain, list) else str(plain or "")
    return f"'{text}" if text.startswith(_FORMULAE) else text


def _plain(value: Any) -> Any:
    """A value as JSON holds it."""
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, bool | int | float | dict):
        return value
    return str(value)
