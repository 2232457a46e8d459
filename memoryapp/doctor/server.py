"""The server as a host sees it: HTTP with a key, and nothing else."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

_SECONDS = 30


class Unreachable(Exception):  # noqa: N818 - it names what happened
    """No answer that this server could have given."""


@dataclass(frozen=True)
class Answer:
    """One answer: its status, its JSON, and the server's clock against ours in seconds."""

    status: int
    body: Any
    ahead: float | None

    @property
    def code(self) -> str:
        """The problem's code, or the status."""
        known = self.body.get("code") if isinstance(self.body, dict) else None
        return str(known or self.status)


class _NoRedirects(HTTPRedirectHandler):
    """A key is sent to the address that was given, and to no other."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Refuses."""


class Server:
    """Speaks to one server with one key, which appears in no message."""

    def __init__(self, *, url: str, key: str) -> None:
        self.url = url.rstrip("/")
        self._key = key
        self._opener = build_opener(_NoRedirects)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Answer:
        """GETs, or POSTs where there is a body. Raises Unreachable."""
        headers = {"Authorization": f"Bearer {self._key}", "Accept": "application/json"}
        sent = None
        if body is not None:
            sent, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = Request(self.url + path, data=sent, headers=headers)  # noqa: S310 - http, checked
        before = datetime.now(UTC)
        try:
            with self._opener.open(request, timeout=_SECONDS) as response:
                return _answer(response.status, response.headers, response.read(), before)
        except HTTPError as refused:
            with refused:
                return _answer(refused.code, refused.headers, refused.read(), before)
        except (URLError, OSError, HTTPException, UnicodeError) as error:
            raise Unreachable(type(error).__name__) from error


def _answer(status: int, headers: Any, content: bytes, before: datetime) -> Answer:
    try:
        body = json.loads(content)
    except ValueError as error:
        raise Unreachable("the answer is not JSON") from error
    return Answer(status, body, _ahead(headers.get("Date"), before))


def _ahead(date: str | None, before: datetime) -> float | None:
    """The header names whole seconds: half a second is added, and the way there taken off."""
    if date is None:
        return None
    try:
        theirs = parsedate_to_datetime(date)
    except ValueError:
        return None
    ours = before + (datetime.now(UTC) - before) / 2
    return (theirs - ours).total_seconds() + 0.5
