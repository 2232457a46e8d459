"""gunicorn's threads, without gunicorn's habit of repeating a request that it cannot read."""

import socket
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
)
from gunicorn.workers.gthread import ThreadWorker

_STATUS = {
    LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
}


class QuietWorker(ThreadWorker):
    """Answers and logs what went wrong by its kind alone: lines and headers may hold secrets."""

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """gunicorn's hook for a request that never reached the application, or broke in it."""
        if isinstance(exc, ParseException):
            status = _STATUS.get(type(exc), HTTPStatus.BAD_REQUEST)
            self.log.warning("A request could not be read (%s).", type(exc).__name__)
        else:
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            self.log.error("A request broke outside the application (%s).", type(exc).__name__)
        try:
            util.write_error(client, status.value, status.phrase, "")
        except OSError:
            self.log.debug("The caller was gone before the answer.")
